import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ask } from './ask.ts'
import {
  api,
  expectFailures,
  fillAndEnter,
  makeAccount,
  newEmail,
  newPage,
  PASSWORD,
  signIn,
} from './browser.ts'
import { OPERATOR } from './stack.ts'
import { violationsOf } from './work-stage.ts'

async function operator(options?: BrowserContextOptions): Promise<Page> {
  const page = await newPage(options)
  await page.goto('/signin')
  await fillAndEnter(page, OPERATOR.email, OPERATOR.password)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  return page
}

/** Sends a body to the API, and returns the answer. */
async function send(path: string, body: object, headers: Readonly<Record<string, string>> = {}) {
  const response = await ask(api + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { ok: response.ok, json: await response.json() }
}

const mayEnter = async (email: string) => (await send('/auth/token', { email, password: PASSWORD })).ok

/** An account that an operator created in the root tenant; it is not an operator itself. */
async function memberOfRoot(): Promise<string> {
  const authorization = `Bearer ${(await send('/auth/token', OPERATOR)).json.access_token}`
  const tenants = await ask(`${api}/tenants?is_root=true`, { headers: { authorization } })
  const [root] = await tenants.json()
  const email = newEmail()
  const made = await send('/users', { email, password: PASSWORD }, { authorization, 'x-tenant-id': root.id })
  expect(made.ok).toBe(true)
  return email
}

/** The tenant of the page's tab. */
const tenantOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('commonhold.tenant'))

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

describe('the screens of the installation', () => {
  it('make an organisation, archive it with a reason, and restore it', async () => {
    const name = `Lakeside ${Date.now().toString(36)}`
    const page = await operator()
    await page.goto('/t/default')
    await page.getByRole('button', { name: 'Account: Operator' }).click()
    const former = await tenantOf(page)
    await page.getByRole('menuitem', { name: 'Installation' }).click()
    await page.getByRole('heading', { level: 1, name: 'Organisations' }).waitFor()
    await page.getByRole('button', { name: 'New organisation' }).click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await page.getByLabel('Reason').fill('The contract ended')
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await page.getByText(`${name} was archived.`).waitFor()
    await page.getByRole('link', { name: 'Organisations' }).first().click()
    await page.getByRole('searchbox').fill(name)
    await page.getByText('Nothing matches').waitFor()
    await page.goto('/operator/tenants?archived=only')
    await rowOf(page, name).getByRole('link', { name }).click()
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByText(`${name} was restored.`).waitFor()
    await page.getByText('In use').waitFor()
    // Other screens work in the former tenant again.
    expect(await tenantOf(page)).not.toBe(former)
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await expect.poll(() => tenantOf(page)).toBe(former)
  })

  it('deactivate an account at once, and restore it', async () => {
    const email = await makeAccount()
    const page = await operator()
    await page.goto(`/operator/accounts?q=${email}`)
    await rowOf(page, email).getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: email }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Left the school')
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click()
    await page.getByText(`${email} was deactivated.`).waitFor()
    expect(await mayEnter(email)).toBe(false)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    expect(await mayEnter(email)).toBe(true)
  })

  it('show how much of its quotas an organisation uses, and set the limits', async () => {
    expectFailures(422)
    const page = await operator()
    await page.goto('/operator/tenants')
    await rowOf(page, 'Commonhold').getByRole('link').first().click()
    const line = page.getByRole('listitem').filter({ hasText: 'Locations' })
    await line.getByRole('button', { name: 'More for Locations' }).click()
    await page.getByRole('menuitem', { name: 'Change the limit' }).click()
    const dialog = page.getByRole('dialog')
    const limit = dialog.getByRole('textbox', { name: 'Limit' })
    // The service refuses what is no number; it must not lift the limit.
    await limit.fill('10k')
    await dialog.getByRole('button', { name: 'Change the limit' }).click()
    await limit.and(page.locator('[aria-invalid=true]')).waitFor()
    await line.getByText(/ of 1,000,000$/).waitFor()
    await limit.fill('1234')
    await dialog.getByRole('button', { name: 'Change the limit' }).click()
    await page.getByText('The limit was changed.').waitFor()
    await line.getByText(/ of 1,234$/).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.goto('/t/root/settings')
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Locations' })
      .getByText(/ of 1,234$/)
      .waitFor()
    await page.goto('/operator/tenants')
    await rowOf(page, 'Commonhold').getByRole('link').first().click()
    await line.getByRole('button', { name: 'More for Locations' }).click()
    await page.getByRole('menuitem', { name: 'Use the limit of the installation' }).click()
    await line.getByText(/ of 1,000,000$/).waitFor()
  })

  it('say how the installation is, and are found by words', async () => {
    const page = await operator()
    await page.goto('/operator/tenants')
    await rowOf(page, 'Commonhold').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or go to' }).fill('health')
    await page.getByRole('option', { name: 'Health' }).click()
    await page.getByText('Serves requests').waitFor()
    await page.getByText('Everybody who reaches the service').waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  it('do not exist for anybody else, be it a member of the root tenant', async () => {
    const page = await newPage()
    await signIn(page, await memberOfRoot())
    await page.goto('/t/root')
    await page.getByRole('button', { name: /^Account: / }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Installation' }).count()).toBe(0)
    await page.goto('/operator/accounts')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
  })
})
