import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { api, fillAndEnter, makeAccount, newBrowser, newPage, PASSWORD, storedSession } from './browser.ts'
import { hang } from './misbehaving-api.ts'

const LONG = 'w'.repeat(120)

/** Each page in the states that it can be in; the last one of each also shows its faults. */
const states: readonly [name: string, open: (page: Page) => Promise<unknown>][] = [
  ['/signup', (page) => page.goto('/signup')],
  [
    '/signup refused',
    async (page) => {
      await page.goto('/signup')
      await fillAndEnter(page, await makeAccount())
      await page.getByText('This email is in use.').waitFor()
    },
  ],
  ['/signin expired', (page) => page.goto('/signin?expired=1')],
  [
    '/signin refused',
    async (page) => {
      await page.goto('/signin')
      await fillAndEnter(page, 'nobody@example.org', 'wrong password')
      await page.getByText('not right').waitFor()
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

/** Signs in and registers an asset whose name has no place to break. */
async function work(page: Page) {
  await page.goto('/signin')
  await fillAndEnter(page, await makeAccount())
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  const { access_token } = JSON.parse((await storedSession(page)) ?? '{}')
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
    const response = await fetch(api + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return response.json()
  }
  const now = Date.now().toString(36)
  const model = await post('/asset-models', { name: `M${now} ${LONG}`, tracking_type: 'serialized' })
  await post('/assets', { model_id: model.id, name: `Laptop ${LONG}`, serial_number: `S${now} ${LONG}` })
}

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  it.each(states)('axe finds nothing on %s', async (_, open) => {
    const page = await newPage({ colorScheme })
    await open(page)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const { violations, passes } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    expect(passes.length).toBeGreaterThan(10)
  })
})

it.each(states)(
  'nothing is wider than a screen of 320 px on %s, and everything to press is 44 px high',
  async (_, open) => {
    const page = await newPage({ viewport: { width: 320, height: 640 } })
    await open(page)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    const low = await page
      .locator(
        'a.button:visible, a.target:visible, a.home:visible, button:not(.link):visible, .control:visible, summary:visible, .check:visible',
      )
      .evaluateAll((elements) =>
        elements.filter((one) => one.getBoundingClientRect().height < 43.5).map((one) => one.outerHTML),
      )
    expect(low).toEqual([])
  },
)

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
  expect(await page.getByLabel('Remember my email').isChecked()).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
})

it('nothing moves for those who asked for stillness', async () => {
  const page = await newPage({ reducedMotion: 'reduce' })
  await page.goto('/signin')
  const moving = await page
    .locator('*')
    .evaluateAll((all) => all.filter((one) => getComputedStyle(one).transitionDuration !== '0s').length)
  expect(moving).toBe(0)
})

it('the code before sign-in stays below 120 KiB, compressed', async () => {
  const browser = await newBrowser()
  const page = await browser.newPage()
  const sizes: number[] = []
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script')
      sizes.push(Number((await response.request().sizes()).responseBodySize))
  })
  await hang(page, '/**')
  await page.goto('/signin')
  await page.getByLabel('Email', { exact: true }).waitFor()
  await expect.poll(() => sizes.length).toBeGreaterThan(0)
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
    /\/school-employments|\/configuration-items|\/issue-workflows|_zod|ZodError|openapi:"3/.exec(code)
  expect(foreign).toBeNull()
})
