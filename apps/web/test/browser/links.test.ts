import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from './ask.ts'
import { expectFailures, newEmail, newPage, PASSWORD } from './browser.ts'
import { type MailStack, startMailStack } from './mail-stack.ts'

let stack: MailStack
beforeAll(async () => {
  stack = await startMailStack()
})
afterAll(() => stack.stop())

const NEW_PASSWORD = 'another orchard lantern 43'

/** Calls the API without a browser. */
async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await ask(stack.api + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, json: response.status === 204 ? {} : await response.json() }
}

const makeAccount = async (email = newEmail()) => {
  const { json } = await post('/me/signup', { email, password: PASSWORD, display_name: 'Ada Lovelace' })
  return { email, token: String(json.access_token) }
}
const signIn = async (email: string, password: string) =>
  (await post('/auth/token', { email, password })).status

/** Invites an address to a new tenant, and opens the link of the mail. */
async function openInvitation(email: string, message?: string): Promise<Page> {
  const authorization = `Bearer ${(await makeAccount()).token}`
  const tenant = await post('/tenants', { name: 'Lakeside District' }, { authorization })
  const headers = { authorization, 'x-tenant-id': String(tenant.json.id) }
  await post('/invitations', { email, ...(message && { message }) }, headers)
  return open(await stack.linkTo(email, 'accept-invitation'))
}

async function open(link: string): Promise<Page> {
  const page = await newPage({ baseURL: stack.web })
  await page.goto(link)
  return page
}

describe('/reset-password', () => {
  it('sets a new password with the link of the mail, once', async () => {
    expectFailures(422)
    const { email } = await makeAccount()
    await post('/auth/forgot-password', { email })
    const link = await stack.linkTo(email, 'reset-password')
    const page = await open(link)
    await page.getByLabel('New password', { exact: true }).fill('short')
    await page.keyboard.press('Enter')
    await page.getByText('Use at least 8 characters.').waitFor()
    await page.getByLabel('New password', { exact: true }).fill('password')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('marked field').waitFor()
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('Your password was changed').waitFor()
    expect([await signIn(email, PASSWORD), await signIn(email, NEW_PASSWORD)]).toEqual([401, 200])

    const again = await open(link)
    await again.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await again.keyboard.press('Enter')
    await again.getByRole('alert').getByText('does not work any more').waitFor()
    await again.getByRole('link', { name: 'Ask for another one' }).click()
    await again.waitForURL('**/forgot-password')
  })

  it('says what to do where the link is incomplete', async () => {
    const page = await open('/reset-password')
    await page.getByRole('link', { name: 'Ask for another one' }).waitFor()
    expect(await page.getByLabel('New password', { exact: true }).count()).toBe(0)
  })
})

describe('/verify-email', () => {
  it('confirms the address at the press of a button, not by being opened', async () => {
    expectFailures(422)
    const { email, token } = await makeAccount()
    const page = await open(await stack.linkTo(email, 'verify-email'))
    const verified = async () => {
      const response = await ask(`${stack.api}/me`, { headers: { authorization: `Bearer ${token}` } })
      return (await response.json()).email_verified_at
    }
    const button = page.getByRole('button', { name: 'Confirm the address' })
    await button.waitFor()
    expect(await verified()).toBeNull()
    await button.click()
    await page.getByRole('status').getByText('Your email address is confirmed').waitFor()
    expect(await verified()).not.toBeNull()
    await page.reload()
    await button.click()
    await page.getByRole('alert').getByText('does not work any more').waitFor()
  })
})

describe('/accept-invitation', () => {
  it('makes an account for whoever has none, and leads to the home of the tenant', async () => {
    const email = newEmail()
    const page = await openInvitation(email, 'Welcome <b>Kim</b>')
    await page.getByText('Ada Lovelace invites you to join Lakeside District.').waitFor()
    await page.getByText('Welcome <b>Kim</b>').waitFor()
    await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account and accept' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    expect(await signIn(email, PASSWORD)).toBe(200)
  })

  it('asks whoever has an account for its password', async () => {
    expectFailures(401)
    const { email } = await makeAccount()
    const page = await openInvitation(email)
    await page.getByLabel('Password', { exact: true }).fill('a wrong password')
    await page.getByRole('button', { name: 'Sign in and accept' }).click()
    await page.getByRole('alert').getByText('The password is wrong').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  })

  it('declines, and says that the link is used up when it is opened again', async () => {
    expectFailures(422)
    const email = newEmail()
    const page = await openInvitation(email)
    await page.getByRole('button', { name: 'Decline the invitation' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Decline the invitation' }).click()
    await page.getByRole('status').getByText('You have declined').waitFor()
    await page.reload()
    await page.getByRole('alert').getByText('does not work any more').waitFor()
    expect(await signIn(email, PASSWORD)).toBe(401)
  })
})
