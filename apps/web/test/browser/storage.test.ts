import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectFailures, fillAndEnter, makeAccount, newPage } from './browser.ts'

const blocked = () => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
}
const absent = () => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get: () => null })
}
const full = () => {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
}

const notice = (page: Page) => page.getByRole('status').getByText('storage is blocked or full')

describe.each([
  ['blocked', blocked],
  ['absent', absent],
  ['full', full],
])('storage that is %s', (_, spoil) => {
  it('is mentioned, and one works as usual until the page is left', async () => {
    expectFailures(401)
    const page = await newPage()
    await page.addInitScript(spoil)
    const email = await makeAccount()
    await page.goto('/signin')
    await notice(page).waitFor()
    await page.getByLabel('Remember me').check()
    await fillAndEnter(page, email)
    await page.getByText(email).waitFor()
    await notice(page).waitFor()
    await page.getByRole('link', { name: 'You' }).click()
    const preferences = page.getByRole('form', { name: 'Preferences' })
    await preferences.getByLabel('Colours').selectOption('dark')
    await page.getByRole('button', { name: 'Save preferences' }).click()
    await page.locator('html[data-theme="dark"]').waitFor()
    await page.getByRole('link', { name: 'Issues' }).click()
    await page.getByLabel('Title').fill('Mend the roof')
    await page.getByRole('button', { name: 'Create issue' }).click()
    await page.getByRole('status').getByText('was created').waitFor()

    await page.getByLabel('Title').fill('Mend the wall')
    await page.route('**/issues', (route) =>
      route.fulfill({ status: 401, headers: { 'access-control-allow-origin': '*' } }),
    )
    await page.getByRole('button', { name: 'Create issue' }).click()
    await page.getByText('Your session has expired').waitFor()
    await page.unrouteAll()
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
    await fillAndEnter(page, undefined)
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Mend the wall')

    await page.getByRole('link', { name: 'Sign out' }).click()
    await page.getByText('You are signed out').waitFor()
    await page.goto('/dashboard')
    await page.waitForURL('**/signin?**')
    await notice(page).waitFor()
  })
})

it('a browser that keeps what it is given shows no warning', async () => {
  const page = await newPage()
  await page.goto('/signin')
  await page.getByLabel('Email').waitFor()
  expect(await notice(page).count()).toBe(0)
})

it('a sign-in that cannot be kept does not bring back the former one', async () => {
  const page = await newPage()
  const email = await makeAccount()
  await page.goto('/signin')
  await page.evaluate(() => localStorage.setItem('commonhold.session', '{"access_token":"former"}'))
  await page.evaluate(full)
  await fillAndEnter(page, email)
  await page.getByText(email).waitFor()
  await notice(page).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('commonhold.session'))).toBeNull()
})
