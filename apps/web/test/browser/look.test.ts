import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ask } from './ask.ts'
import {
  api,
  expectFailures,
  fillAndEnter,
  makeAccount,
  newBrowser,
  newPage,
  PASSWORD,
  storedSession,
} from './browser.ts'
import { hang } from './misbehaving-api.ts'
import { settled } from './settled.ts'

const LONG = 'w'.repeat(120)

/** Each page in its states; the last state of a page also shows the errors of its form. */
const states: readonly [name: string, open: (page: Page) => Promise<unknown>][] = [
  ['/signup', (page) => page.goto('/signup')],
  [
    '/signup refused',
    async (page) => {
      expectFailures(409)
      await page.goto('/signup')
      await fillAndEnter(page, await makeAccount())
      await page.getByText('This email is in use.').waitFor()
    },
  ],
  ['/signin expired', (page) => page.goto('/signin?expired=1')],
  [
    '/signin refused',
    async (page) => {
      expectFailures(401)
      await page.goto('/signin')
      await fillAndEnter(page, 'nobody@example.org', 'wrong password')
      await page.getByText('is wrong').waitFor()
    },
  ],
  ['/signout', (page) => page.goto('/signout')],
  ['/forgot-password', (page) => page.goto('/forgot-password')],
  ['not found', (page) => page.goto('/nowhere')],
  [
    '/dashboard',
    async (page) => {
      await work(page)
      await page.reload()
      await page
        .getByRole('heading', { name: `Laptop ${LONG}` })
        .first()
        .waitFor()
      await page.getByText('Change status').first().click()
      await page.getByText('Add another model').click()
      await page.getByRole('button', { name: 'Register asset' }).click()
      await page.getByText(/marked field/).waitFor()
    },
  ],
  [
    '/dashboard/you',
    async (page) => {
      await page.goto('/signin')
      await fillAndEnter(page, await makeAccount())
      await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
      await page.goto('/dashboard/you')
      await page.getByText('Why am I in it').click()
      await page.getByText('You were added to it directly.').waitFor()
      await page.getByText('This one').waitFor()
      await page.getByRole('form', { name: 'Preferences' }).waitFor()
    },
  ],
  [
    '/dashboard/issues',
    async (page) => {
      await page.goto('/signin')
      await fillAndEnter(page, await makeAccount())
      await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
      await page.goto('/dashboard/issues')
      await page.getByLabel('Title').fill(`Mend ${LONG}`)
      await page.getByLabel('Type').selectOption({ label: 'Incident' })
      await page.getByRole('button', { name: 'Create issue' }).click()
      await page
        .getByRole('link', { name: `Mend ${LONG}` })
        .first()
        .click()
      await page.getByRole('button', { name: /start/i }).click()
      await page
        .getByRole('button', { name: /resolve/i })
        .first()
        .click()
      await page.getByLabel('Resolution notes').waitFor()
      await page.getByText('Status: from').waitFor()
    },
  ],
]

/** Signs in and registers an asset whose long name cannot be broken into lines. */
async function work(page: Page, email?: string) {
  await page.goto('/signin')
  await fillAndEnter(page, email ?? (await makeAccount()))
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  const { access_token } = JSON.parse((await storedSession(page)) ?? '{}')
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
    const response = await ask(api + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return response.json()
  }
  const now = Date.now().toString(36)
  const model = await post('/asset-models', { name: `M${now} ${LONG}`, tracking_type: 'serialized' })
  for (const serial of ['S', 'T'])
    await post('/assets', {
      model_id: model.id,
      name: `Laptop ${LONG}`,
      serial_number: `${serial}${now} ${LONG}`,
    })
}

const CONTROLS = new Set([
  'button',
  'checkbox',
  'combobox',
  'DisclosureTriangle',
  'listbox',
  'radio',
  'searchbox',
  'spinbutton',
  'textbox',
  'Date',
])

/** The controls of a page by role and name, as assistive technology reads them. */
async function controls(page: Page) {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  return nodes
    .filter(({ ignored, role }) => !ignored && CONTROLS.has(role?.value))
    .map(({ role, name }) => ({ role: String(role?.value), name: String(name?.value) }))
}

it.each(states)(
  '%s is sound: axe finds nothing in either colours, each control has a name of its own, and all fits 320 px',
  async (_, open) => {
    // Axe measures colours immediately: a button that still fades from light to dark has too little contrast.
    const page = await newPage({ colorScheme: 'light', reducedMotion: 'reduce' })
    await open(page)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    await expectSoundToAxe(page)
    const names = (await controls(page)).map(({ name }) => name)
    expect(names.filter((name, at) => name.trim() === '' || names.indexOf(name) !== at)).toEqual([])

    await page.emulateMedia({ colorScheme: 'dark' })
    await expectContrast(page)

    await page.setViewportSize({ width: 320, height: 640 })
    await expectFitsNarrowScreen(page)
  },
)

async function expectSoundToAxe(page: Page) {
  const passes = await passesOf(new AxeBuilder({ page }))
  expect(passes.length).toBeGreaterThan(10)
}

/** Checks the only rule of axe that other colours of the same elements can break. */
async function expectContrast(page: Page) {
  expect(await passesOf(new AxeBuilder({ page }).withRules('color-contrast'))).toEqual(['color-contrast'])
}

/** Returns the rules of axe that passed. Fails if one is broken. */
async function passesOf(axe: AxeBuilder): Promise<string[]> {
  const { violations, passes } = await axe.setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  return passes.map(({ id }) => id)
}

/** Nothing is wider than the screen, and everything to press is 44 px high. */
async function expectFitsNarrowScreen(page: Page) {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  const low = await page
    .locator(
      'a.button:visible, a.target:visible, a.home:visible, button:not(.link):visible, .control:visible, summary:visible, .check:visible',
    )
    .evaluateAll((elements) =>
      elements.filter((one) => one.getBoundingClientRect().height < 43.5).map((one) => one.outerHTML),
    )
  expect(low).toEqual([])
}

it('what one must fill in is marked before one signs in, too', async () => {
  const page = await newPage()
  const expected = { '/signin': 2, '/signup': 2, '/forgot-password': 1 }
  for (const [path, count] of Object.entries(expected)) {
    await page.goto(path)
    await page.getByLabel('Email', { exact: true }).waitFor()
    const required = page.locator('.field:has([aria-required="true"]) > label')
    const marks = await required.evaluateAll((labels) =>
      labels.map((label) => getComputedStyle(label, '::after').content),
    )
    expect(marks, path).toHaveLength(count)
    for (const mark of marks) expect(mark).toContain('*')
  }
})

it('nothing but the email is called so where one signs in', async () => {
  const page = await newPage()
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await page.getByLabel('Email').count()).toBe(1)
  expect(await page.getByLabel('Remember me').count()).toBe(1)
})

it('controls that stand there several times say of what they are', async () => {
  const page = await newPage()
  const email = await makeAccount()
  for (let session = 0; session < 3; session++) {
    await page.goto('/signin')
    await fillAndEnter(page, email)
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  }
  await work(page, email)
  await page.goto('/dashboard')
  await page.getByText('Change status').nth(1).waitFor()
  for (const one of await page.getByText('Change status').all()) await one.click()
  await page.getByText('Add another model').click()
  await page.getByLabel('Model name').waitFor()
  await page
    .getByRole('button', { name: /^Retire/ })
    .nth(1)
    .waitFor()
  await settled(page)
  const names = async () => (await controls(page)).map(({ name }) => name)
  const dashboard = await names()
  expect(dashboard.filter((name) => name.startsWith('Retire')).length).toBeGreaterThan(1)
  expect(new Set(dashboard).size).toBe(dashboard.length)

  await page.goto('/dashboard/you')
  await page.getByText('This one').waitFor()
  await settled(page)
  const you = await names()
  expect(new Set(you).size).toBe(you.length)
})

it('the keyboard alone is enough, and shows where it is', async () => {
  const page = await newPage()
  const email = await makeAccount()
  await page.goto('/signin')
  await page.locator('input[name="email"]:focus').waitFor()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  const outline = await page.evaluate(
    () => getComputedStyle(document.activeElement ?? document.body).outlineStyle,
  )
  expect(outline).toBe('solid')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect.poll(() => page.getByLabel('Remember me').isChecked()).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
})

it('nothing moves for those who asked for stillness', async () => {
  const page = await newPage({ reducedMotion: 'reduce' })
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  const moving = await page
    .locator('*')
    .evaluateAll((all) => all.filter((one) => getComputedStyle(one).transitionDuration !== '0s').length)
  expect(moving).toBe(0)
})

it('the code before sign-in stays below 120 KiB, compressed', async () => {
  const browser = await newBrowser()
  const page = await browser.newPage()
  const answers: Promise<{ readonly responseBodySize: number }>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') answers.push(response.request().sizes())
  })
  await hang(page, '/**')
  await page.goto('/signin')
  await page.getByLabel('Email', { exact: true }).waitFor()
  const sizes = (await Promise.all(answers)).map(({ responseBodySize }) => responseBodySize)
  expect(sizes.length).toBeGreaterThan(0)
  expect(sizes.reduce((sum, size) => sum + size, 0) / 1024).toBeLessThan(120)
})

it('the code before sign-in carries only what the page calls of the contract', async () => {
  const page = await newPage()
  const codes: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') codes.push(response.text())
  })
  await page.goto('/signin')
  await page.getByLabel('Email', { exact: true }).waitFor()
  const code = (await Promise.all(codes)).join()
  expect(code).toContain('/me/signout')
  const foreign =
    /\/school-employments\/\{|\/configuration-items\/\{|\/issue-workflows|_zod|ZodError|openapi:"3/.exec(code)
  expect(foreign).toBeNull()
})

it('an issue that is opened on a narrow screen is what one sees, and the form for a new one stands below', async () => {
  const page = await newPage({ viewport: { width: 320, height: 640 } })
  await page.goto('/signin')
  await fillAndEnter(page, await makeAccount())
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.goto('/dashboard/issues')
  await page.getByLabel('Title').fill('Mend the gate')
  await page.getByRole('button', { name: 'Create issue' }).click()
  await page.getByRole('link', { name: 'Mend the gate' }).click()
  const top = async (name: string) => (await page.getByRole('heading', { name }).boundingBox())?.y ?? 0
  await page.getByRole('heading', { name: 'Mend the gate' }).waitFor()
  // The page may still scroll to the focused element.
  await settled(page)
  await expect.poll(async () => (await top('New issue')) - (await top('Mend the gate'))).toBeGreaterThan(0)
})
