import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newEmail, newPage, PASSWORD } from './browser.ts'
import { type MailStack, startMailStack } from './mail-stack.ts'

let stack: MailStack
beforeAll(async () => {
  stack = await startMailStack()
})
afterAll(() => stack.stop())

/** Calls the interface without a browser. */
async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(stack.api + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, json: response.status === 204 ? {} : await response.json() }
}

interface Owner {
  readonly page: Page
  readonly home: string
  readonly headers: Record<string, string>
}

/** A new owner of a new organisation, signed in through the page. */
async function newOwner(colorScheme: 'light' | 'dark' = 'light'): Promise<Owner> {
  const email = newEmail()
  const { json } = await call('POST', '/me/signup', { email, password: PASSWORD, display_name: 'Olu Owner' })
  const authorization = `Bearer ${json.access_token}`
  const tenant = (await call('POST', '/tenants', { name: `Lakeside ${email}` }, { authorization })).json
  const page = await newPage({ baseURL: stack.web, colorScheme })
  await page.goto('/signin')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  return { page, home: `/t/${tenant.slug}`, headers: { authorization, 'x-tenant-id': String(tenant.id) } }
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function follow(email: string, kind: string): Promise<Page> {
  const page = await newPage({ baseURL: stack.web })
  await page.goto(await stack.linkTo(email, kind))
  return page
}

const faultsOf = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  )

describe('a new owner', () => {
  it('invites three people, sees who came, and removes one', async () => {
    const { page, home } = await newOwner()
    const [known, unknown, unwilling] = [newEmail(), newEmail(), newEmail()]
    await call('POST', '/me/signup', { email: known, password: PASSWORD, display_name: 'Kim Known' })
    await page.goto(`${home}/settings/members`)
    await page.getByRole('button', { name: 'Invite people' }).click()
    const form = page.getByRole('form', { name: 'Invite people' })
    await form.getByLabel('E-mail addresses').fill(`${known}, ${unknown}\n${unwilling} not-an-address`)
    await form.getByRole('button', { name: 'Send the invitations' }).click()
    await page.getByText('3 invitations were sent.').waitFor()
    await form.getByText('These were not invited').waitFor()
    expect(await form.getByLabel('E-mail addresses').inputValue()).toBe('not-an-address')
    await form.getByRole('button', { name: 'Cancel' }).click()

    const first = await follow(known, 'accept-invitation')
    await first.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await first.getByRole('button', { name: 'Sign in and accept' }).click()
    await first.getByRole('heading', { name: 'Dashboard' }).waitFor()
    const second = await follow(unknown, 'accept-invitation')
    await second.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await second.getByRole('button', { name: 'Create account and accept' }).click()
    await second.getByRole('heading', { name: 'Dashboard' }).waitFor()
    const third = await follow(unwilling, 'accept-invitation')
    await third.getByRole('button', { name: 'Decline the invitation' }).click()
    await third.getByRole('status').getByText('You have declined').waitFor()

    await page.getByRole('navigation', { name: 'Settings' }).getByText('Invitations').click()
    await row(page, known).getByText('Accepted').waitFor()
    await row(page, unknown).getByText('Accepted').waitFor()
    await row(page, unwilling).getByText('Declined').waitFor()

    await page.getByRole('navigation', { name: 'Settings' }).getByText('Members').click()
    await row(page, known).getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Kim Known' }).waitFor()
    await page.getByText('a direct member').first().waitFor()
    await page.getByRole('button', { name: 'Remove from the organisation' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from the organisation' }).click()
    await page.getByText('Kim Known was removed.').waitFor()
    await row(page, unknown).waitFor()
    await row(page, known).waitFor({ state: 'detached' })

    await call('POST', '/auth/forgot-password', { email: unknown })
    const reset = await follow(unknown, 'reset-password')
    await reset.getByLabel('New password', { exact: true }).fill('another orchard lantern 43')
    await reset.keyboard.press('Enter')
    await reset.getByText('Your password was changed').waitFor()
  })

  it('gives a program a key that reads assets, and takes it away', async () => {
    const { page, home } = await newOwner()
    await page.goto(`${home}/settings/service-accounts`)
    await page.getByRole('button', { name: 'New service account' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Nightly sync')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Nightly sync' }).waitFor()
    await page.getByRole('button', { name: 'Add to a group' }).click()
    await page.getByRole('combobox', { name: 'Group' }).fill('admin')
    await page.getByRole('option').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add to a group' }).click()
    await page.getByText('Nightly sync is in the group.').waitFor()

    await page.getByRole('button', { name: 'New API key' }).click()
    const form = page.getByRole('form', { name: 'New API key' })
    await form.getByLabel('Name', { exact: true }).fill('Reads assets')
    await form.getByRole('group', { name: 'Assets' }).getByLabel('See').check()
    await form.getByRole('button', { name: 'Create the key' }).click()
    const secret = String(await page.getByRole('dialog').locator('code').textContent())
    expect(secret).toMatch(/^chk_/)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    const read = async (path: string) =>
      (await call('GET', path, undefined, { authorization: `Bearer ${secret}` })).status
    expect(await read('/assets')).toBe(200)
    expect(await read('/persons')).toBe(403)

    await page.goto(`${home}/settings/keys`)
    await row(page, 'Reads assets').getByText('Nightly sync').waitFor()
    await page.getByRole('button', { name: 'More for Reads assets' }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Reads assets was revoked.').waitFor()
    expect(await read('/assets')).toBe(401)
  })

  it('makes a group, and says in plain words what it permits', async () => {
    const { page, home } = await newOwner()
    await page.goto(`${home}/settings/groups`)
    await page.getByRole('button', { name: 'New group' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Store keepers')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Store keepers' }).waitFor()
    await page.getByRole('button', { name: 'Change permissions' }).click()
    await page.getByRole('group', { name: 'Assets' }).getByLabel('Change').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Store keepers was saved.').waitFor()
    await page.getByRole('region', { name: 'May do' }).getByText('Change', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Add a member' }).click()
    await page.getByRole('combobox', { name: 'Member' }).fill('Olu')
    await page.getByRole('option', { name: 'Olu Owner' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add a member' }).click()
    await page.getByText('Store keepers has a new member.').waitFor()
    await page.goto(`${home}/settings/members`)
    await row(page, 'Olu Owner').getByRole('link').click()
    await page.getByText(/Everything in the organisation – by/).waitFor()
    await page.getByRole('link', { name: 'Store keepers' }).waitFor()
  })

  it('changes the profile, the password and the address', async () => {
    const { page, home } = await newOwner()
    await page.goto(`${home}/settings/members`)
    await page.getByRole('button', { name: /^Account:/ }).click()
    await page.getByRole('menuitem', { name: 'Your account' }).click()
    const profile = page.getByRole('form', { name: 'Profile' })
    await profile.getByLabel('Name to show').fill('Olu Renamed')
    await profile.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your profile was saved.').waitFor()
    const password = page.getByRole('form', { name: 'Change the password' })
    await password.getByLabel(/^Current password/).fill(PASSWORD)
    await password.getByLabel('New password', { exact: true }).fill('another orchard lantern 43')
    await password.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('Your password was changed. All other sessions have ended.').waitFor()
    const address = page.getByRole('form', { name: 'Change the address' })
    const next = newEmail()
    await address.getByLabel('New e-mail address').fill(next)
    await address.getByLabel(/^Current password/).fill('another orchard lantern 43')
    await address.getByRole('button', { name: 'Change the address' }).click()
    await page.getByText(`Open the link in the mail to ${next}`).waitFor()
    await stack.linkTo(next, 'verify-email')
  })

  it.each(['light', 'dark'] as const)(
    'finds nothing that keeps assistive technology out, %s',
    async (look) => {
      const { page, home } = await newOwner(look)
      for (const [path, heading] of [
        ['settings/members', 'Members'],
        ['settings/invitations', 'Invitations'],
        ['settings/groups', 'Groups'],
        ['settings/service-accounts', 'Service accounts'],
        ['settings/keys', 'API keys'],
        ['account', 'Your account'],
      ] as const) {
        await page.goto(`${home}/${path}`)
        await page.getByRole('heading', { level: 1, name: heading }).waitFor()
        await page.getByText('Loading…').waitFor({ state: 'detached' })
        expect([path, await faultsOf(page)]).toEqual([path, []])
      }
    },
  )
})
