import type { Locator, Page, Request } from 'playwright-core'
import { expect, it } from 'vitest'
import { screens } from '../../gallery/screens.ts'
import { expectFailures, keptAfterSignIn, newPage } from './browser.ts'
import { addressOf, makeWorld, type Role } from './role-world.ts'
import { settled } from './settled.ts'

/** Moves that end the record, or even the access of the user: nothing can be tried afterwards. */
const ENDS = /^(Delete|Deactivate|Remove|Leave)/

/** Buttons that only open something; `roles.test.ts` tries them. */
const OPENS = /^(Add|New|Register|Edit|Correct|Enroll|Employ|Invite|Change|Report|Link|More for|Print)\b/

/** Limit of the rounds: more moves than any screen offers. */
const MOST = 20

/** Milliseconds after which a move without an outcome is taken for one that does nothing. */
const SOON = 10_000

interface Offer {
  readonly label: string
  readonly begin: () => Promise<void>
}

const menus = (page: Page) => page.locator('main').getByRole('button', { name: /^More for/ })

/** The open dialog. The role alone would also find the popover of a menu. */
const dialogOf = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Close', exact: true }) })

async function openMenu(page: Page, menu: Locator) {
  await menu.click()
  await page.getByRole('menuitem').first().waitFor()
}

/** The moves that a screen offers: the buttons in its head, and the items in the menus of its first records. */
async function offersOf(page: Page): Promise<readonly Offer[]> {
  const buttons = page.locator('.page-head').getByRole('button')
  const heads = (await buttons.allInnerTexts()).map((text) => text.trim())
  const offers: Offer[] = heads
    .filter((label) => label !== '' && !OPENS.test(label))
    .map((label) => ({
      label,
      begin: () =>
        page.locator('.page-head').getByRole('button', { name: label, exact: true }).first().click(),
    }))
  const count = Math.min(3, await menus(page).count())
  for (let at = 0; at < count; at++) {
    const menu = menus(page).nth(at)
    await openMenu(page, menu)
    const items = await page.getByRole('menuitem').allInnerTexts()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    for (const label of items.map((text) => text.trim()))
      offers.push({
        label,
        begin: async () => {
          await openMenu(page, menu)
          await page.getByRole('menuitem', { name: label, exact: true }).click()
        },
      })
  }
  return offers
}

/** Fills in the fields of a dialog with values that it accepts, and sends it. */
async function answerDialog(page: Page) {
  const dialog = dialogOf(page)
  const today = new Date().toISOString().slice(0, 10)
  for (const box of await dialog.locator('input[type="date"]').all())
    if ((await box.inputValue()) === '') await box.fill(today)
  for (const box of await dialog.locator('textarea, input[type="text"]:not([role])').all())
    if ((await box.inputValue()) === '') await box.fill('12')
  for (const list of await dialog.locator('select').all())
    await list.selectOption({ index: (await list.locator('option').count()) - 1 })
  for (const field of await dialog.getByRole('combobox').and(dialog.locator('input')).all()) {
    await field.click()
    await page.keyboard.press('ArrowDown')
    const option = page.getByRole('option').first()
    if (await option.isVisible()) await option.click()
  }
  const send = dialog.locator('form button[type="submit"], .form-foot .button:not(.quiet)').first()
  if ((await send.count()) > 0) await send.click()
}

const isChange = (request: Request) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(request.method())

/** Makes an offered move: answers its dialog, if it opens one. */
async function carryOut(page: Page, { label, begin }: Offer) {
  const before = page.url()
  // A dialog opens only after its code is loaded: that a page requests nothing does not prove that none will open.
  const outcome = Promise.any([
    dialogOf(page).waitFor({ timeout: SOON }),
    page.waitForRequest(isChange, { timeout: SOON }),
    page.waitForURL((url) => url.href !== before, { timeout: SOON }),
    page.waitForEvent('download', { timeout: SOON }),
  ])
  await begin()
  await outcome.catch(() => expect.fail(`"${label}" does nothing on ${before}`))
  await settled(page)
  if ((await dialogOf(page).count()) > 0) {
    await answerDialog(page)
    await settled(page)
  }
}

/** Makes one of each kind of move that a screen offers, those that end a record last. */
async function tryMoves(page: Page, address: string): Promise<readonly string[]> {
  const tried = new Set<string>()
  // Without a reload, because most screens offer most roles nothing.
  await page.evaluate((to) => history.pushState(null, '', to), address)
  for (let rounds = 0; rounds < MOST; rounds++) {
    // The reload closes what the previous move has opened, and its message, which may cover the next button.
    if (rounds > 0) await page.goto(address)
    // Waits for the navigation: until then, the heading of the previous screen would be found.
    await settled(page)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    const open = (await offersOf(page)).filter(({ label }) => !tried.has(label))
    const offer = open.find(({ label }) => !ENDS.test(label)) ?? open[0]
    if (!offer) return [...tried]
    tried.add(offer.label)
    await carryOut(page, offer)
  }
  throw new Error(`${address} goes on offering moves`)
}

/**
 * Screens with records of an organisation. Left out are the user's own account, which everybody may change, and the scans, which
 * have a separate test.
 */
const places = screens.filter((at) => at.startsWith('/t/') && !/\/(scan|account|labels|settings$)/.test(at))

// The owner is left out: nothing is refused to a user who may do everything.
it.each<[role: Role, least: number]>([
  ['agent', 38],
  ['registrar', 14],
  ['reader', 0],
  ['member of one project', 9],
])(
  '%s: no move that a menu or a page offers is refused',
  async (role, least) => {
    // The entered values may be invalid or conflict with another record, and a deleted record may be requested once more.
    expectFailures(404, 409, 412, 422)
    // Moves end records, so each role has a separate world.
    const world = await makeWorld()
    const page = await newPage({ storageState: keptAfterSignIn(world.users[role].token) })
    const refused: string[] = []
    const made: string[] = []
    let what = ''
    let changes = 0
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      const request = response.request()
      if (response.status() === 403) refused.push(`${request.method()} ${pathname} (${what})`)
      if (response.ok() && isChange(request)) changes += 1
    })
    await page.goto(`/t/${world.slug}`)
    for (const screen of places) {
      what = screen
      made.push(...(await tryMoves(page, addressOf(screen, world))).map((label) => `${screen}: ${label}`))
    }
    console.info(`${role}: ${made.length} kinds of moves were begun, ${changes} changes were made`)
    expect(refused).toEqual([])
    expect(changes, made.join('\n')).toBeGreaterThanOrEqual(least)
  },
  900_000,
)
