import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { api, expectFailures, makeAccount, newBrowser, PASSWORD } from './browser.ts'
import { motionEnded } from './settled.ts'

/** The reference page, and every address that it requests. */
async function openReference(options: Parameters<typeof newBrowser>[0] = {}) {
  const context = await newBrowser({ baseURL: api, ...options })
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  const page = await context.newPage()
  await page.goto('/docs')
  await page.getByLabel('Search operations').waitFor()
  return { page, asked }
}

/** Selects operations. The messages to webhooks are listed below them, whatever the search. */
const OPERATION = ':not(.webhooks *)'

const found = (page: Page) =>
  page
    .locator(`[data-path]${OPERATION}`)
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-path')))

async function search(page: Page, words: string, paths: readonly string[]) {
  await page.getByLabel('Search operations').fill(words)
  await expect.poll(() => found(page)).toEqual(paths)
}

async function openOperation(page: Page, operationId: string, path: string) {
  await search(page, operationId, [path])
  await page.locator(`.opblock-summary-control${OPERATION}`).click()
}

it('finds operations by words of the summary, the path and the section, in any order', async () => {
  const { page, asked } = await openReference()
  await search(page, 'theft markassetstolen', [])
  await page.getByText('No operation found.').waitFor()
  await search(page, 'FORGOTTEN  reset', ['/auth/forgot-password'])
  await page.getByText('1 operation found.').waitFor()
  await search(page, 'delete /location-types/', ['/location-types/{location_type_id}'])
  await page.getByLabel('Search operations').fill('location types')
  await page.getByText(/^[5-9] operations found/).waitFor()
  await page.getByLabel('Search operations').fill('')
  await page.locator('.opblock-summary-path').first().waitFor()
  expect(asked.filter((url) => !url.startsWith(`${api}/`) && !url.startsWith('data:'))).toEqual([])
})

it('calls an operation for someone who has signed in with a form', async () => {
  const email = await makeAccount()
  const { page, asked } = await openReference()
  await page.getByRole('button', { name: 'Authorize' }).click()
  const form = page.locator('.auth-container').filter({ hasText: 'Flow: password' })
  await form.getByLabel('username').fill(email)
  await form.getByLabel('password').fill(PASSWORD)
  await form.getByRole('button', { name: 'Apply given OAuth2 credentials' }).click()
  await form.getByRole('button', { name: 'Remove authorization' }).waitFor()
  await form.getByRole('button', { name: 'Close' }).click()
  await openOperation(page, 'getMe ', '/me')
  const answered = page.waitForResponse(`${api}/me`)
  await page.getByRole('button', { name: 'Execute' }).click()
  expect((await answered).status()).toBe(200)
  await page.locator('.live-responses-table').getByText(email).first().waitFor()
  expect(asked.filter((url) => !url.startsWith(`${api}/`) && !url.startsWith('data:'))).toEqual([])
})

it('shows what is tried without a token as the problem that it is', async () => {
  expectFailures(401)
  const { page } = await openReference()
  await openOperation(page, 'listAssetModels ', '/asset-models')
  await page.getByRole('button', { name: 'Execute' }).click()
  await page.locator('.live-responses-table').getByText('not_authenticated').first().waitFor()
})

it('follows the colours of the system', async () => {
  const { page } = await openReference({ colorScheme: 'dark' })
  const luminance = () =>
    page.evaluate(() => Number(/\d+/.exec(getComputedStyle(document.documentElement).backgroundColor)?.[0]))
  await expect.poll(luminance).toBeLessThan(60)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.waitForFunction(() => !document.documentElement.classList.contains('dark-mode'))
})

const narrow = [
  ['listAssetModels ', '/asset-models'],
  ['signIn ', '/me/signin'],
  ['markAssetLost ', '/assets/{asset_id}/mark-lost'],
] as const

it('fits a screen of 320 pixels, and can be read in either colours', async () => {
  expectFailures(401)
  const { page } = await openReference({ colorScheme: 'light', viewport: { width: 320, height: 700 } })
  for (const [operationId, path] of narrow) {
    await openOperation(page, operationId, path)
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.locator('.live-responses-table').waitFor()
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: operationId })
      .toBe(320)
    await page.locator(`.opblock-summary-control${OPERATION}`).click()
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const isDark = colorScheme === 'dark'
    await page.waitForFunction(
      (expected) => document.documentElement.classList.contains('dark-mode') === expected,
      isDark,
    )
    await motionEnded(page)
    const own = await new AxeBuilder({ page }).include('search').analyze()
    expect(own.violations).toEqual([])
  }
})
