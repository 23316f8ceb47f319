import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { screens } from '../../gallery/screens.ts'
import { call, keptAfterSignIn, newBrowser } from './browser.ts'
import { addressOf, makeWorld, signInOperator } from './role-world.ts'
import { isAnswered, settled } from './settled.ts'
import { makeIssue, type Stage, stage } from './work-stage.ts'

/** Limits of compressed script in KiB: for the start of the application, and for what a further screen adds. */
const FIRST_LOAD = 180
const FURTHER = 40
/** Limit of the layout shift of a page while it loads. */
const MOST_SHIFT = 0.05

/** The layout shift of a page as the browser measures it, and the elements that moved. */
interface Shift {
  readonly sum: number
  readonly moved: readonly string[]
}

/** Runs in the page: records layout shifts that no input of the user has caused. */
function noteShifts() {
  const shift = { sum: 0, moved: [] as string[] }
  Object.assign(globalThis, { shift })
  const nameOf = (node: unknown) =>
    node instanceof Element
      ? `${node.localName}.${node.className}`
      : node instanceof Node
        ? node.nodeName
        : 'gone'
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (Reflect.get(entry, 'hadRecentInput') === true) continue
      shift.sum += Number(Reflect.get(entry, 'value'))
      const sources: readonly object[] = Reflect.get(entry, 'sources')
      shift.moved.push(...sources.map((source) => nameOf(Reflect.get(source, 'node'))))
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The user who opens a screen. */
type Viewer = 'owner' | 'operator' | 'nobody'

function viewerOf(screen: string): Viewer {
  if (screen.startsWith('/operator')) return 'operator'
  return /^\/(t|dashboard)\b/.test(screen) ? 'owner' : 'nobody'
}

/** Screens that are not opened, with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  '/signout': 'shows nothing of its own: it ends the session and leads to the sign-in',
}

/** Screens with a higher limit of layout shift, and the reason. */
const movesFurther: Readonly<Record<string, readonly [most: number, reason: string]>> = {
  '/dashboard/you': [0.2, 'groups and sessions, which are of any number, load above what stands below them'],
}

/** The addresses that are opened: all screens, and states of them that load more. */
const opened = [...screens.filter((screen) => !(screen in leftOut)), '/t/$tenant/issues?view=split']

const known = new Map<string, Promise<number>>()

/** Opens an address in a new tab, and returns its scripts with their sizes, and its layout shift. */
async function open(context: BrowserContext, address: string, press?: string) {
  const page = await context.newPage()
  const scripts = new Set<string>()
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    const { pathname } = new URL(response.url())
    scripts.add(pathname)
    if (!known.has(pathname))
      known.set(
        pathname,
        response.body().then((body) => gzipSync(body).length / 1024),
      )
  })
  const isComplete = async () =>
    (await page.locator('link[rel="modulepreload"]').count()) <= scripts.size &&
    (await page.locator('.skeleton').count()) === 0 &&
    isAnswered(page)
  await page.goto(address)
  await page.locator('h1').first().waitFor()
  await settled(page)
  await expect.poll(isComplete).toBe(true)
  if (press) {
    const parts = [/dialog-frame/, /opened-menu/].map((part) => page.waitForResponse(part))
    await Promise.all([...parts, page.keyboard.press(press)])
    await settled(page)
    await expect.poll(isComplete).toBe(true)
  }
  const sizes = new Map<string, number>()
  for (const path of scripts) sizes.set(path, (await known.get(path)) ?? 0)
  const shift: Shift = await page.evaluate(() => Reflect.get(globalThis, 'shift'))
  await page.close()
  return { scripts: sizes, shift }
}

const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0)

describe('every screen', () => {
  it('is opened unless there is a reason', () => {
    const excused = [...Object.keys(leftOut), ...Object.keys(movesFurther)]
    expect(excused.filter((screen) => !screens.includes(screen))).toEqual([])
  })

  it(`begins with at most ${FIRST_LOAD} KiB of script, adds at most ${FURTHER}, and stays where it is drawn`, async () => {
    const world = await makeWorld()
    const home = `/t/${world.slug}`
    const openAs = async (token: string | undefined, locale = 'en-GB') => {
      const storageState = token === undefined ? {} : { storageState: keptAfterSignIn(token) }
      const context = await newBrowser({ locale, ...storageState })
      await context.addInitScript(noteShifts)
      return context
    }
    const { token } = world.users.owner
    const openIn = async (locale: string) => {
      const context = await openAs(token, locale)
      return { context, start: await open(context, home) }
    }
    const first = { English: await openIn('en-GB'), German: await openIn('de-DE') }
    const begins = Object.entries(first).map(([language, { start }]) => ({
      language,
      size: sum(start.scripts.values()),
    }))
    for (const { language, size } of begins)
      console.info(`First load of the application in ${language}: ${size.toFixed(1)} KiB of script`)
    expect(begins.filter(({ size }) => size >= FIRST_LOAD)).toEqual([])
    const { context, start } = first.English
    const contexts: Readonly<Record<Viewer, BrowserContext>> = {
      owner: context,
      operator: await openAs(await signInOperator()),
      nobody: await openAs(undefined),
    }
    // A user who opens a further screen has pressed something, which has loaded the code of dialogs and menus.
    const begun = await open(context, home, 'Shift')
    const heavy: string[] = []
    const moving: string[] = []
    const most = { size: 0, shift: 0 }
    const compare = (path: string, { sum: far, moved }: Shift) => {
      most.shift = Math.max(most.shift, far)
      if (far > (movesFurther[path]?.[0] ?? MOST_SHIFT))
        moving.push(`${path} ${far.toFixed(3)}: ${moved.join(', ')}`)
    }
    compare(home, start.shift)
    const waiting = [...opened]
    const work = async () => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        const { scripts, shift } = await open(contexts[viewerOf(path)], addressOf(path, world))
        const more = sum([...scripts].flatMap(([script, size]) => (begun.scripts.has(script) ? [] : [size])))
        if (more >= FURTHER) heavy.push(`${path} ${more.toFixed(1)} KiB`)
        most.size = Math.max(most.size, more)
        compare(path, shift)
      }
    }
    await Promise.all([work(), work(), work()])
    console.info(
      `${opened.length} screens: at most ${most.size.toFixed(1)} KiB more, layout shift ${most.shift.toFixed(3)}`,
    )
    expect(
      heavy.concat(moving),
      `screens that are heavy, or move more than ${MOST_SHIFT} while they load`,
    ).toEqual([])
  }, 900_000)
})

/** Milliseconds by which some answers of the service are delayed. */
const LATE_MS = 300

/** Delays answers of the service, so that the screen is first rendered without them. */
const delay = (context: BrowserContext, part: RegExp) =>
  context.route(part, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS))
    await route.continue()
  })

/** Creates an issue with parts of every kind, and returns its key. */
async function makeFullIssue(scene: Stage, kind: object) {
  const { page } = scene
  const item = await call(page, 'POST', '/configuration-items', { name: 'Core switch', ci_type: 'network' })
  const other = await makeIssue(scene)
  const text = 'The switch is swapped.\n\n- before lessons\n- with both technicians'
  const { id, key } = await makeIssue(scene, {
    ...kind,
    description: text,
    configuration_item_ids: [item.id],
  })
  await makeIssue(scene, { parent_id: id })
  for (const link_type of ['relates_to', 'blocks'])
    await call(page, 'POST', `/issues/${id}/links`, { linked_issue_id: other.id, link_type })
  await call(page, 'POST', `/issues/${id}/attachments`, {
    name: 'Plan',
    url: 'https://files.example.org/plan',
  })
  for (let count = 0; count < 3; count++) await call(page, 'POST', `/issues/${id}/comments`, { body: text })
  return key
}

/**
 * Full screens: their name, the width in pixels, the delayed requests, and a function that creates their records and returns
 * their address.
 */
const fullScreens = [
  [
    'a change',
    1280,
    /\/(approvals|links|attachments|issue-fields|issues)\?/,
    async (scene: Stage) => {
      const { id } = await call(scene.page, 'GET', '/me')
      const planned_start_at = new Date().toISOString()
      const details = { approver_ids: [id], planned_start_at, implementation_plan: 'At noon', risk: 'low' }
      return `issues/${await makeFullIssue(scene, { issue_type: 'change', details })}`
    },
  ],
  [
    'an incident',
    1280,
    /\/(links|attachments|issue-fields|issues)\?/,
    async (scene: Stage) => {
      const details = { impact: 'high' }
      return `issues/${await makeFullIssue(scene, { issue_type: 'incident', details })}`
    },
  ],
  [
    'the calendar of changes',
    1280,
    /\/issues\?/,
    async (scene: Stage) => {
      const details = { planned_start_at: '2030-06-05T12:00:00.000Z' }
      const title = 'Swap the core switch of the second floor, before the lessons of the day begin'
      for (let count = 0; count < 6; count++) await makeIssue(scene, { issue_type: 'change', title, details })
      return 'issues/calendar?month=2030-06'
    },
  ],
  ['the board on a phone', 390, /\/issues\?/, makeBoard],
] as const

/** Creates issues for several lanes of the board, and returns its address. */
async function makeBoard(scene: Stage) {
  for (const issue_type of ['task', 'incident', 'problem', 'change'])
    for (let count = 0; count < 4; count++) await makeIssue(scene, { issue_type })
  return 'issues/board'
}

describe('a screen with much on it', () => {
  it.each(fullScreens)('stays where it is drawn: %s at %d', async (_, width, late, make) => {
    const scene = await stage({ viewport: { width, height: 800 } })
    const place = await make(scene)
    const context = scene.page.context()
    await context.addInitScript(noteShifts)
    await delay(context, late)
    const { shift } = await open(context, `${scene.home}/${place}`)
    expect(shift.sum, shift.moved.join(', ')).toBeLessThanOrEqual(MOST_SHIFT)
  })
})

/** Rows of the long list, and of the short one with which it is compared in the same run. */
const MANY = 10_000
const FEW = 300
/** How many times longer an interaction may take on the long list. If it took time for each row, it would be over 30 times. */
const MOST_RATIO = 10

describe('a list of 10,000 records', () => {
  it('draws only the rows in sight, and answers about as fast as a short list', async () => {
    const few = await workOn(FEW)
    const many = await workOn(MANY)
    expect(many).toBeLessThanOrEqual(few * MOST_RATIO)
  })
})

/**
 * Moves through a list of that many records, chooses and filters them, and returns the 95th percentile of the interactions in ms.
 */
async function workOn(count: number): Promise<number> {
  const { page, home } = await stage()
  await page.route(/\/assets\?/, (route) => route.fulfill(assetsInNumber(count)))
  await page.addInitScript(() => {
    const seen = new Map<number, number>()
    Object.assign(globalThis, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const id = Number(Reflect.get(entry, 'interactionId'))
        if (id > 0) seen.set(id, Math.max(seen.get(id) ?? 0, entry.duration))
      }
    }).observe({ type: 'event', buffered: true, ...{ durationThreshold: 16 } })
  })
  await page.goto(`${home}/assets`)
  await page.getByRole('link', { name: 'Laptop 1', exact: true }).focus()
  for (let at = 0; at < 40; at++) await page.keyboard.press(at % 4 === 3 ? 'x' : 'j')
  await page.getByText('10 chosen').waitFor()
  for (const key of ['End', 'Home', 'End']) await page.keyboard.press(key)
  await page.getByRole('link', { name: `Laptop ${count}`, exact: true }).waitFor()
  await page.mouse.move(700, 500)
  for (let at = 0; at < 20; at++) await page.mouse.wheel(0, at % 2 ? 2_000 : -4_000)
  const everything = page.getByRole('checkbox', { name: 'Choose all rows that are loaded' })
  await everything.check()
  await page.getByText(`${count.toLocaleString('en')} chosen`).waitFor()
  await everything.uncheck()
  await page.getByRole('searchbox').first().pressSequentially('laptop')
  await page.locator('.table-bar').getByRole('button', { name: 'Status', exact: true }).click()
  await page.getByRole('menuitemcheckbox').first().click()
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => location.search.includes('status='))
  expect(await page.locator('.grid tbody tr').count()).toBeLessThan(80)
  const { p95, text } = await interactions(page)
  console.info(`${count.toLocaleString('en')} rows: ${text}`)
  return p95
}

/**
 * Times from an interaction to the next rendering, as the browser measured them. Short ones, which it does not report, count as
 * 16 ms.
 */
async function interactions(page: Page) {
  await page.waitForTimeout(100)
  const slow: number[] = await page.evaluate(() => [...Reflect.get(globalThis, 'seen').values()])
  const count: number = await page.evaluate(() => Reflect.get(performance, 'interactionCount') ?? 0)
  const all = [...Array<number>(Math.max(0, count - slow.length)).fill(16), ...slow].sort((a, b) => a - b)
  const at = (share: number) => all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 16
  const text = `${all.length} interactions, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${all.at(-1)} ms`
  return { p95: at(0.95), text }
}

function assetsInNumber(count: number) {
  const at = '2026-01-05T08:00:00.000Z'
  const records = Array.from({ length: count }, (_, index) => ({
    id: `01ASSET${index}`,
    name: `Laptop ${index + 1}`,
    asset_tag: `A-${index + 1}`,
    status: 'active',
    in_repair: false,
    serial_number: `S${index}`,
    quantity: 1,
    available_quantity: 1,
    model: { id: '01MODEL', name: 'Latitude 5440' },
    person: index % 3 === 0 ? { id: '01PERSON', name: 'Kim Okafor' } : null,
    location: { id: '01ROOM', name: 'Room 12' },
    expected_return_date: null,
    updated_at: at,
  }))
  return {
    contentType: 'application/json',
    headers: {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': '*',
      'total-count': String(count),
    },
    body: JSON.stringify(records),
  }
}
