import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { screens } from '../../gallery/screens.ts'
import { keptAfterSignIn, newPage } from './browser.ts'
import { addressOf, makeWorld, type Role, type World } from './role-world.ts'
import { settled } from './settled.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

/** All places of the sidebar. */
const all = [
  'Home',
  'Issues',
  'Assets',
  'Models',
  'Repairs',
  'Scan',
  'Locations',
  'Configuration items',
  'People',
  'Schools',
  'Enrollments',
  'Employments',
  'Projects',
  'Settings',
]
const roles: readonly [role: Role, places: readonly string[]][] = [
  ['owner', all],
  ['agent', all.filter((name) => !/People|Schools|Enrollments|Employments/.test(name))],
  ['registrar', ['Home', 'People', 'Schools', 'Enrollments', 'Employments', 'Settings']],
  ['reader', all.filter((name) => name !== 'Scan')],
  [
    'member of one project',
    ['Home', 'Issues', 'Assets', 'Models', 'Repairs', 'Scan', 'Projects', 'Settings'],
  ],
  ['member without permissions', ['Home', 'Settings']],
]

/** The button for the first step of a place, and the permission for it. */
const firstSteps: Readonly<Record<string, readonly [action: string, permission: string]>> = {
  Issues: ['New issue', 'issues:write'],
  Assets: ['Register an asset', 'assets:write'],
  Models: ['Register a model', 'assets:write'],
  Locations: ['Add a location', 'locations:write'],
  'Configuration items': ['Add a configuration item', 'configuration_items:write'],
  People: ['Register a person', 'persons:write'],
  Schools: ['Add a school', 'education:write'],
  Repairs: ['Report a repair', 'assets:write'],
  Enrollments: ['Enroll somebody', 'education:write'],
  Employments: ['Employ somebody', 'employments:write'],
  Projects: ['Add a project', 'projects:write'],
  Members: ['Invite people', 'users:write'],
  Groups: ['New group', 'groups:write'],
  'Service accounts': ['New service account', 'service_accounts:write'],
  Webhooks: ['New webhook', 'webhooks:write'],
}

/** Places whose records belong to projects, so that the permission in one project is enough. */
const ofProjects = new Set(['Issues', 'Assets', 'Repairs'])

/** Buttons that open a dialog. They are tried on every screen. */
const OPENS = /^(Add|New|Register|Edit|Correct|Enroll|Employ|Invite|Assign|Change|Hand|Report|Link)\b/

/** Records the requests of the page that are refused. */
function watch(page: Page): readonly string[] {
  const refused: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if ([401, 403, 404].includes(response.status()))
      refused.push(
        `${response.status()} ${response.request().method()} ${pathname}, on ${new URL(page.url()).pathname}`,
      )
  })
  return refused
}

/** Opens and closes each dialog that the screen offers. */
async function tryOffers(page: Page) {
  const main = page.locator('main')
  const names = await main.getByRole('button').allInnerTexts()
  for (const name of new Set(names.filter((text) => OPENS.test(text.trim())))) {
    await main.getByRole('button', { name, exact: true }).first().click()
    await page.getByRole('dialog').waitFor()
    await settled(page)
    // The first Escape may close a list within the dialog.
    for (let presses = 0; presses < 3 && (await page.getByRole('dialog').count()) > 0; presses++) {
      await page.keyboard.press('Escape')
      await settled(page)
    }
    await expect.poll(() => page.getByRole('dialog').count(), { message: `${name} stays open` }).toBe(0)
  }
}

/** On the narrowest screen, and on a laptop zoomed to 200 %. */
async function expectNoSidewaysScrolling(page: Page) {
  const usual = page.viewportSize() ?? { width: 1280, height: 720 }
  for (const width of [320, 640]) {
    await page.setViewportSize({ width, height: 640 })
    const actual = () => page.evaluate(() => document.documentElement.scrollWidth)
    const message = `${new URL(page.url()).pathname} at ${width} px`
    await expect.poll(actual, { message }).toBe(width)
  }
  await page.setViewportSize(usual)
}

const newPageOf = (role: Role) => newPage({ storageState: keptAfterSignIn(world.users[role].token) })

it.each(roles)(
  '%s: each place opens, and nothing that is offered there is refused',
  async (role, expected) => {
    const { permissions, anywhere } = world.users[role]
    const page = await newPageOf(role)
    const refused = watch(page)
    const mayBegin = (place: string) =>
      (ofProjects.has(place) ? anywhere : permissions).includes(firstSteps[place]?.[1] ?? '')
    const visit = async (place: string, link: ReturnType<Page['getByRole']>) => {
      const left = await page.title()
      const isThere = (await link.getAttribute('aria-current')) === 'page'
      await link.click()
      await expect.poll(() => link.getAttribute('aria-current')).toBe('page')
      // Until the code of a screen is loaded, the page shows the screen before it.
      if (!isThere) await expect.poll(() => page.title()).not.toBe(left)
      await settled(page)
      const [action] = firstSteps[place] ?? []
      if (action) {
        const button = page.getByRole('button', { name: action, exact: true }).first()
        if (mayBegin(place)) await button.waitFor()
        else expect(await button.count(), `${place}: ${action}`).toBe(0)
      }
      if (role === 'owner') await expectNoSidewaysScrolling(page)
      await tryOffers(page)
      const first = page.locator('main .row-link').first()
      if ((await first.count()) === 0) return
      await first.click()
      await page.locator('.trail').waitFor()
      await settled(page)
      await tryOffers(page)
    }
    await page.goto('/dashboard')
    const withoutAssets = page.getByText('You may not see the assets of this organisation.')
    const latest = page.getByRole('heading', { name: 'Latest assets' })
    await (anywhere.includes('assets:read') ? latest : withoutAssets).waitFor()
    await settled(page)
    await page.goto(`/t/${world.slug}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    if (anywhere.length === 0)
      await page.getByText('You may not see anything in this organisation yet.').waitFor()
    const main = page.getByRole('navigation', { name: 'Main' })
    await expect.poll(() => main.getByRole('link').allInnerTexts()).toEqual(expected)
    await settled(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Your account' }).waitFor()
    const made = page.getByRole('group', { name: 'Create' }).getByRole('option')
    expect((await made.allInnerTexts()).sort()).toEqual(
      Object.keys(firstSteps)
        // The command menu does not offer to invite people.
        .filter((place) => place !== 'Members' && mayBegin(place))
        .map((place) => firstSteps[place]?.[0])
        .sort(),
    )
    await page.keyboard.press('Escape')
    for (const place of expected) await visit(place, main.getByRole('link', { name: place, exact: true }))
    const settings = page.getByRole('navigation', { name: 'Settings' })
    await settings.getByRole('link').first().waitFor()
    for (const place of await settings.getByRole('link').allInnerTexts()) {
      // A link of the audit log may have opened a record outside of the settings.
      if ((await settings.count()) === 0) await main.getByRole('link', { name: 'Settings' }).click()
      await visit(place, settings.getByRole('link', { name: place, exact: true }))
    }
    expect(refused).toEqual([])
  },
  // Time-out: the test visits every place, and opens all that it offers.
  900_000,
)

it.each([
  ['reader', []],
  // Records that the user may not see are answered with 404.
  ['member of one project', [404]],
] as const)(
  '%s: no screen asks for what is refused, also where the address alone leads to it',
  async (role, usual) => {
    const page = await newPageOf(role)
    const refused = watch(page)
    await page.goto(`/t/${world.slug}`)
    const notAllowed = page.getByRole('heading', { name: 'You do not have access to this' })
    const shown: string[] = []
    for (const screen of screens.filter((at) => at.startsWith('/t/'))) {
      await page.evaluate((to) => history.pushState(null, '', to), addressOf(screen, world))
      await page.getByRole('heading', { level: 1 }).waitFor()
      await settled(page)
      if ((await notAllowed.count()) === 0) shown.push(screen)
    }
    expect(refused.filter((one) => !usual.some((status) => one.startsWith(`${status} `)))).toEqual([])
    expect(shown.includes('/t/$tenant/people')).toBe(role === 'reader')
    expect(shown).toContain('/t/$tenant/assets/$asset')
  },
)
