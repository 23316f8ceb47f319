import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { call, expectFailures, fillAndEnter, makeAccount, newBrowser, newPage, signIn } from './browser.ts'
import { settled } from './settled.ts'

const organisation = (page: Page) => page.getByLabel('Organisation')
const chosen = (page: Page) => organisation(page).locator('option:checked').textContent()

let count = 0
/** Creates an organisation of the page's user; returns its name. */
async function makeTenant(page: Page): Promise<string> {
  const name = `North ${Date.now().toString(36)}${count++}`
  await call(page, 'POST', '/tenants', { name })
  return name
}

async function choose(page: Page, name: string) {
  await page.goto('/dashboard/you')
  await organisation(page).selectOption({ label: name })
  // The former organisation may be another one that the user owns.
  await expect.poll(() => chosen(page)).toBe(name)
  await settled(page)
  await page.getByRole('rowheader', { name: 'Everything' }).waitFor()
}

/** Ends the session at the service. The page learns of it by a 401, or from a tab that got one first. */
async function expire(page: Page) {
  await call(page, 'POST', '/me/signout').catch(() => {})
  await page.reload()
  await page.waitForURL('**/signin?**')
}

describe('after a session has expired', () => {
  it('next opens in the organisation of the tab, whichever the sign-in begins in', async () => {
    expectFailures(401)
    const browser = await newBrowser()
    const page = await browser.newPage()
    const email = await signIn(page)
    const [first, second] = [await makeTenant(page), await makeTenant(page)]
    await choose(page, first)
    const other = await browser.newPage()
    await choose(other, second)
    await other.close()
    await expire(page)
    await fillAndEnter(page, email)
    await organisation(page).waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard/you')
    await expect.poll(() => chosen(page)).toBe(first)
  })

  it('every tab goes on in its own organisation', async () => {
    expectFailures(401)
    const browser = await newBrowser()
    const [page, other] = [await browser.newPage(), await browser.newPage()]
    const email = await signIn(page)
    const names = [await makeTenant(page), await makeTenant(page)] as const
    await choose(page, names[0])
    await choose(other, names[1])
    await expire(page)
    await other.waitForURL('**/signin?**')
    await fillAndEnter(page, email)
    await organisation(page).waitFor()
    await other.goto('/dashboard/you')
    await organisation(other).waitFor()
    await expect.poll(async () => [await chosen(page), await chosen(other)]).toEqual(names)
  })

  it('next opens where one worked, though the organisation was never chosen in this tab', async () => {
    expectFailures(401)
    const browser = await newBrowser()
    const page = await browser.newPage()
    const email = await signIn(page)
    const [preferred, used] = [await makeTenant(page), await makeTenant(page)]
    await choose(page, used)
    const tab = await browser.newPage()
    await tab.goto('/dashboard/issues')
    await tab.getByText('No issues match.').waitFor()
    const tenants = await call(tab, 'GET', '/me/tenants')
    const { id } = tenants.find(({ name }: { name: string }) => name === preferred)
    await call(tab, 'PATCH', '/me/preferences', { default_tenant_id: id })
    await expire(tab)
    await fillAndEnter(tab, email)
    await tab.getByText('No issues match.').waitFor()
    await tab.getByRole('link', { name: 'You' }).click()
    await organisation(tab).waitFor()
    await expect.poll(() => chosen(tab)).toBe(used)
  })

  it('somebody else who signs in begins in an organisation of their own, without an error', async () => {
    expectFailures(401, 403)
    const page = await newPage()
    await signIn(page)
    await choose(page, await makeTenant(page))
    await expire(page)
    await fillAndEnter(page, await makeAccount())
    await page.getByRole('rowheader', { name: 'Assets' }).waitFor()
    expect(await page.getByRole('alert').getByText(/./).count()).toBe(0)
  })
})

it('the next sign-in begins in the organisation that was chosen last', async () => {
  const page = await newPage()
  const email = await signIn(page)
  const name = await makeTenant(page)
  await choose(page, name)
  await page.getByRole('link', { name: 'Sign out' }).click()
  await page.getByText('You are signed out').waitFor()
  const elsewhere = await newPage()
  for (const one of [page, elsewhere]) {
    await signIn(one, email)
    await one.goto('/dashboard/you')
    await organisation(one).waitFor()
    await expect.poll(() => chosen(one)).toBe(name)
  }
})

it('an organisation chosen in another tab does not reach this one, though it never opened its list', async () => {
  const browser = await newBrowser()
  const [page, other] = [await browser.newPage(), await browser.newPage()]
  await signIn(page)
  await page.getByRole('heading', { name: 'Latest assets' }).waitFor()
  const name = await makeTenant(page)
  await choose(other, name)
  await page.goto('/dashboard/you')
  await organisation(page).waitFor()
  await settled(page)
  expect(await chosen(page)).not.toBe(name)
})
