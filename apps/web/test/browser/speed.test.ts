import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { call, newBrowser } from './browser.ts'
import { isAnswered, settled } from './settled.ts'
import { makeIssue, stage, unique } from './work-stage.ts'

/** Most of compressed script that the application begins with, and that a further screen adds, in KiB. */
const FIRST_LOAD = 180
const FURTHER = 40
/** How far a page may move under the reader's eyes while it loads. */
const MOST_SHIFT = 0.05

/** How far a page has moved, and what moved, as the browser notes it. */
interface Shift {
  readonly sum: number
  readonly moved: readonly string[]
}

/** Runs in the page: notes what moves without the reader's doing. */
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

/** One record of each kind that has a page, and the addresses of all screens below the organisation's. */
async function addresses(scene: Awaited<ReturnType<typeof stage>>): Promise<readonly string[]> {
  const { page } = scene
  const make = async (path: string, body: object) => {
    const made = await call(page, 'POST', path, body)
    expect(made, path).toHaveProperty('id')
    return made
  }
  const first = async (path: string) => (await call(page, 'GET', `${path}?limit=1`))[0].id
  const me = await call(page, 'GET', '/me')
  const model = await make('/asset-models', { name: unique('Laptop'), tracking_type: 'serialized' })
  const asset = await make('/assets', {
    model_id: model.id,
    name: unique('Laptop'),
    serial_number: unique('S'),
  })
  const repair = await make('/asset-repairs', { asset_id: asset.id, title: unique('Dust') })
  const person = await make('/persons', { identity: { first_name: 'Kim', last_name: unique('Okafor') } })
  const type = await make('/location-types', { name: unique('Room') })
  const location = await make('/locations', { name: unique('Room 12'), type_id: type.id })
  const item = await make('/configuration-items', { name: unique('Mail'), ci_type: 'server' })
  const school = await make('/schools', { name: unique('Riverside') })
  const year = await make('/school-years', { name: unique('Year'), start: '2026-08-01', end: '2027-07-31' })
  const calendar = await make('/school-calendars', {
    name: unique('Now'),
    school_id: school.id,
    calendar_id: year.id,
  })
  const enrollment = await make('/school-enrollments', { person_id: person.id, calendar_id: calendar.id })
  const employment = await make('/school-employments', { person_id: person.id, school_id: school.id })
  const program = await make('/service-accounts', { name: unique('Sync') })
  const issue = await makeIssue(scene)
  return [
    '/issues',
    '/issues?view=split',
    '/issues/board',
    '/issues/calendar',
    `/issues/${issue.key}`,
    '/assets',
    `/assets/${asset.id}`,
    '/asset-models',
    `/asset-models/${model.id}`,
    '/repairs',
    `/repairs/${repair.id}`,
    `/labels?assets=${asset.id}`,
    '/people',
    `/people/${person.id}`,
    '/locations',
    `/locations/${location.id}`,
    '/location-types',
    '/configuration-items',
    `/configuration-items/${item.id}`,
    '/schools',
    `/schools/${school.id}`,
    '/school-years',
    '/school-calendars',
    '/school-grade-levels',
    '/school-enrollments',
    `/school-enrollments/${enrollment.id}`,
    '/class-list',
    '/school-employments',
    `/school-employments/${employment.id}`,
    '/employment-assignment-types',
    '/projects',
    `/projects/${scene.project.id}`,
    '/scan/issue',
    '/scan/return',
    '/scan/move',
    '/scan/stock',
    '/account',
    '/settings',
    '/settings/members',
    `/settings/members/${me.id}`,
    '/settings/invitations',
    '/settings/groups',
    `/settings/groups/${await first('/groups')}`,
    '/settings/service-accounts',
    `/settings/service-accounts/${program.id}`,
    '/settings/keys',
    '/settings/types',
    '/settings/statuses',
    '/settings/priorities',
    '/settings/link-types',
    '/settings/fields',
    '/settings/screens',
    `/settings/screens/${await first('/issue-screens')}`,
    '/settings/workflows',
    `/settings/workflows/${await first('/issue-workflows')}`,
  ]
}

const known = new Map<string, Promise<number>>()

/** Opens an address in a tab of its own, and says which scripts it needs, how large each is, and how far the page moves. */
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
  it(`begins with at most ${FIRST_LOAD} KiB of script, adds at most ${FURTHER}, and stays where it is drawn`, async () => {
    const scene = await stage()
    const { page, home } = scene
    const all = await addresses(scene)
    const storageState = await page.context().storageState()
    const openIn = async (locale: string) => {
      const context = await newBrowser({ storageState, locale })
      await context.addInitScript(noteShifts)
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
    // Whoever goes to a further screen has pressed something, and so has what every dialog and menu needs.
    const begun = await open(context, home, 'Shift')
    const heavy: string[] = []
    const moving: string[] = []
    const most = { size: 0, shift: 0 }
    const compare = (path: string, { sum: far, moved }: Shift) => {
      most.shift = Math.max(most.shift, far)
      if (far > MOST_SHIFT) moving.push(`${path} ${far.toFixed(3)}: ${moved.join(', ')}`)
    }
    compare('/', start.shift)
    const waiting = [...all]
    const work = async () => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        const { scripts, shift } = await open(context, `${home}${path}`)
        const more = sum([...scripts].flatMap(([script, size]) => (begun.scripts.has(script) ? [] : [size])))
        if (more >= FURTHER) heavy.push(`${path} ${more.toFixed(1)} KiB`)
        most.size = Math.max(most.size, more)
        compare(path, shift)
      }
    }
    await Promise.all([work(), work(), work()])
    console.info(
      `${all.length} screens: at most ${most.size.toFixed(1)} KiB more, layout shift ${most.shift.toFixed(3)}`,
    )
    expect(heavy).toEqual([])
    expect(moving, `screens that move more than ${MOST_SHIFT} while they load`).toEqual([])
  }, 900_000)
})

/** Rows of the long list, and of the short one beside which it is measured in the same run. */
const MANY = 10_000
const FEW = 300
/** How much longer an interaction may take on the long list; one that needed time for each row would take over thirty times as long. */
const MOST_RATIO = 10

describe('a list of 10,000 records', () => {
  it('draws only the rows in sight, and answers about as fast as a short list', async () => {
    const few = await workOn(FEW)
    const many = await workOn(MANY)
    expect(many).toBeLessThanOrEqual(few * MOST_RATIO)
  })
})

/** Goes through a list of so many records, chooses and narrows it, and returns the p95 of the interactions. */
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

/** How long it took from an interaction to the next drawing, as the browser measured it; quick ones count as 16 ms. */
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
