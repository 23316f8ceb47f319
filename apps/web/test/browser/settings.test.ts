import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from './ask.ts'
import { expectFailures, keptAfterSignIn, newEmail, newPage, PASSWORD } from './browser.ts'
import { type MailStack, startMailStack } from './mail-stack.ts'
import { hold } from './misbehaving-api.ts'
import { pick } from './pick.ts'
import { settled } from './settled.ts'
import { violationsOf } from './work-stage.ts'

let stack: MailStack
beforeAll(async () => {
  stack = await startMailStack()
})
afterAll(() => stack.stop())

/** Calls the API without a browser. */
async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await ask(stack.api + path, {
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

/** A new owner of a new organisation, who has signed in. */
async function newOwner(): Promise<Owner> {
  const email = newEmail()
  const { json } = await call('POST', '/me/signup', { email, password: PASSWORD, display_name: 'Olu Owner' })
  const authorization = `Bearer ${json.access_token}`
  const tenant = (await call('POST', '/tenants', { name: `Lakeside ${email}` }, { authorization })).json
  const page = await memberPage(json.access_token)
  return { page, home: `/t/${tenant.slug}`, headers: { authorization, 'x-tenant-id': String(tenant.id) } }
}

/** Signs in without the page. */
async function signIn(email: string): Promise<Page> {
  return memberPage((await call('POST', '/auth/token', { email, password: PASSWORD })).json.access_token)
}

const memberPage = (token: unknown) =>
  newPage({ baseURL: stack.web, storageState: keptAfterSignIn(String(token), stack.web) })

/** A page of a new member of the owner's organisation, who has only these permissions and is signed in. */
async function newColleague({ headers }: Owner, permissions: readonly string[]): Promise<Page> {
  const email = newEmail()
  const user = (await call('POST', '/users', { email, password: PASSWORD }, headers)).json
  const group = (await call('POST', '/groups', { name: 'Colleagues', permissions }, headers)).json
  await call('POST', `/groups/${group.id}/memberships`, { user_id: user.id }, headers)
  return signIn(email)
}

/** Nothing is sent to this address, because it is not public. */
const RECEIVER = 'https://localhost:9/events'

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function follow(email: string, kind: string): Promise<Page> {
  const page = await newPage({ baseURL: stack.web })
  await page.goto(await stack.linkTo(email, kind))
  return page
}

describe('a new owner', () => {
  it('invites three people, sees who came, and removes one', async () => {
    expectFailures(403)
    const { page, home } = await newOwner()
    const [known, unknown, unwilling] = [newEmail(), newEmail(), newEmail()]
    await call('POST', '/me/signup', { email: known, password: PASSWORD, display_name: 'Kim Known' })
    const answered = Promise.withResolvers<void>()
    await page.route('**/users', async (route) => {
      if (route.request().method() === 'POST') await answered.promise
      await route.continue()
    })
    await page.goto(`${home}/settings/members`)
    await page.getByRole('button', { name: 'Invite people' }).click()
    const form = page.getByRole('form', { name: 'Invite people' })
    await form.getByLabel('Email addresses').fill(`${known}, ${unknown}\n${unwilling} not-an-address`)
    await form.getByLabel('Message').fill('Welcome to the depot')
    await form.getByRole('button', { name: 'Send the invitations' }).click()
    await page.getByText('3 invitations were sent.').waitFor()
    await form.getByText('These were not invited').waitFor()
    await expect.poll(() => form.getByLabel('Email addresses').inputValue()).toBe('not-an-address')
    await form.getByRole('button', { name: 'Cancel' }).click()

    const first = await follow(known, 'accept-invitation')
    await first.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await first.getByRole('button', { name: 'Sign in and accept' }).click()
    await first.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    const second = await follow(unknown, 'accept-invitation')
    await second.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await second.getByRole('button', { name: 'Create account and accept' }).click()
    await second.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    const third = await follow(unwilling, 'accept-invitation')
    await third.getByRole('button', { name: 'Decline the invitation' }).click()
    await third.getByRole('dialog').getByRole('button', { name: 'Decline the invitation' }).click()
    await third.getByRole('status').getByText('You have declined').waitFor()

    await page.getByRole('navigation', { name: 'Settings' }).getByText('Invitations').click()
    await row(page, known).getByText('Accepted').waitFor()
    await row(page, unknown).getByText('Accepted').waitFor()
    await row(page, unwilling).getByText('Declined').waitFor()
    // With room for all columns.
    await page.setViewportSize({ width: 1920, height: 1080 })
    await row(page, unwilling).getByText('Olu Owner').waitFor()
    await row(page, unwilling).getByText('Users').waitFor()
    await row(page, unwilling).getByRole('button', { name: unwilling, exact: true }).click()
    await page.getByRole('dialog').getByText('Welcome to the depot').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page
      .getByRole('region', { name: /^Filters/ })
      .getByRole('button', { name: 'State' })
      .click()
    await page.getByRole('menuitemcheckbox', { name: 'Accepted' }).click()
    await page.keyboard.press('Escape')
    await row(page, unwilling).waitFor({ state: 'detached' })
    await row(page, known).waitFor()

    await page.getByRole('navigation', { name: 'Settings' }).getByText('Members').click()
    await row(page, known).getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Kim Known' }).waitFor()
    await page.getByText('a direct member').first().waitFor()
    await page.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Remove from the organisation' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from the organisation' }).click()
    await page.getByText('Kim Known was removed.').waitFor()

    // Somebody without mail gets an account with a password.
    await page.getByRole('button', { name: 'Create an account' }).click()
    const account = page.getByRole('form', { name: 'Create an account' })
    const mailless = newEmail()
    await account.getByLabel('Email', { exact: true }).fill(mailless)
    await account.getByLabel('Name to show').fill('Mo Mailless')
    await account.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await account.getByRole('button', { name: 'Create the account' }).click()
    // The form stays open until it is answered: only the form shows an error.
    await account.getByRole('button', { name: 'Creating…' }).waitFor()
    await account.getByRole('button', { name: 'Cancel' }).click()
    expect(await account.isVisible()).toBe(true)
    answered.resolve()
    await row(page, 'Mo Mailless').waitFor()
    await signIn(mailless)
    await row(page, unknown).waitFor()
    await row(page, known).waitFor({ state: 'detached' })

    await call('POST', '/auth/forgot-password', { email: unknown })
    const reset = await follow(unknown, 'reset-password')
    await reset.getByLabel('New password', { exact: true }).fill('another orchard lantern 43')
    await reset.keyboard.press('Enter')
    await reset.getByText('Your password was changed').waitFor()
  })

  it('is warned before somebody gets a second invitation', async () => {
    const { page, home, headers } = await newOwner()
    const [waiting, wrong, member, fresh] = [newEmail(), newEmail(), newEmail(), newEmail()]
    await call('POST', '/users', { email: member, password: PASSWORD }, headers)
    for (const email of [waiting, wrong]) await call('POST', '/invitations', { email }, headers)
    const invitationsOf = async (email: string) =>
      (await call('GET', `/invitations?email=${email}`, undefined, headers)).json
    const [before] = await invitationsOf(waiting)
    await page.goto(`${home}/settings/invitations`)
    await page.getByRole('button', { name: 'Invite people' }).click()
    const form = page.getByRole('form', { name: 'Invite people' })
    const addresses = form.getByLabel('Email addresses')
    await addresses.fill([waiting.toUpperCase(), wrong, member, fresh, fresh].join(' '))
    const send = form.getByRole('button', { name: 'Send the invitations' })
    await send.click()
    await page.getByText('1 invitation was sent.').waitFor()
    await form.getByText('is a member already').waitFor()
    expect(await addresses.inputValue()).toBe([waiting.toUpperCase(), wrong, member].join('\n'))
    expect(await invitationsOf(waiting)).toHaveLength(1)
    expect(await invitationsOf(member)).toHaveLength(0)

    const entry = (email: string) => form.getByRole('listitem').filter({ hasText: email })
    await entry(waiting).getByText('already has an open invitation').waitFor()
    await entry(waiting).getByRole('button', { name: 'Send again' }).click()
    await page.getByText(`The invitation of ${waiting} was sent again.`).waitFor()
    const [again, ...others] = await invitationsOf(waiting)
    expect([again.version, others]).toEqual([before.version + 1, []])
    await expect.poll(() => addresses.inputValue()).toBe([wrong, member].join('\n'))

    await entry(wrong).getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').last().getByRole('button', { name: 'Revoke' }).click()
    await page.getByText(`The invitation of ${wrong} was revoked.`).waitFor()
    // Neither button sends the form that contains it.
    expect(await invitationsOf(wrong)).toHaveLength(1)
    await send.click()
    await page.getByText('1 invitation was sent.').waitFor()
    await expect.poll(() => addresses.inputValue()).toBe(member)
    expect(await invitationsOf(wrong)).toHaveLength(2)
    await entry(member).getByRole('link', { name: member }).click()
    await page.getByRole('heading', { level: 1, name: member }).waitFor()
  })

  it('gives a program a key that reads assets, and takes it away', async () => {
    const { page, home, headers } = await newOwner()
    await call('PATCH', '/me/preferences', { timezone: 'Asia/Tokyo' }, headers)
    await page.goto(`${home}/settings/service-accounts`)
    await page.getByRole('button', { name: 'New service account' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Nightly sync')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Nightly sync' }).waitFor()
    await page.getByRole('button', { name: 'Add to a group' }).click()
    await pick(page.getByRole('combobox', { name: 'Group' }), 'admin', 'Administrators')
    await page.getByRole('dialog').getByRole('button', { name: 'Add to a group' }).click()
    await page.getByText('Nightly sync is in the group.').waitFor()

    await page.getByRole('button', { name: 'New API key' }).click()
    const form = page.getByRole('form', { name: 'New API key' })
    await form.getByLabel('Name', { exact: true }).fill('Reads assets')
    await form.getByRole('group', { name: 'Assets' }).getByLabel('View').check()
    // A user who tries to close the form while the key is created is still shown its secret.
    const release = await hold(page, 'POST', '/service-accounts/*/keys')
    await form.getByRole('button', { name: 'Create the key' }).click()
    await form.getByRole('button', { name: 'Creating…' }).waitFor()
    await form.getByRole('button', { name: 'Cancel' }).click()
    await page.keyboard.press('Escape')
    release()
    const secret = String(await page.getByRole('dialog').locator('code').textContent())
    expect(secret).toMatch(/^chk_/)
    // Over plain HTTP, `navigator.clipboard` is undefined.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByText('The secret is selected').waitFor()
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe(secret)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    // A key works until the end of its last day in the time zone of its owner.
    const ends = async () => (await call('GET', '/api-keys', undefined, headers)).json[0].expires_at
    expect(await ends()).toMatch(/T14:59:59/)
    const later = new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 10)
    await page.getByRole('button', { name: 'More for Reads assets' }).click()
    await page.getByRole('menuitem', { name: 'Replace the secret' }).click()
    await page.getByRole('dialog').getByLabel('Works until').fill(later)
    await page.getByRole('dialog').getByRole('button', { name: 'Replace the secret' }).click()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    expect(await ends()).toMatch(`${later}T14:59:59`)
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

  it('cannot lose a secret by closing its dialog before it was copied', async () => {
    const { page, home } = await newOwner()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${home}/settings/webhooks`)
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    const form = page.getByRole('form', { name: 'New webhook' })
    await form.getByLabel('URL', { exact: true }).fill(RECEIVER)
    await form.getByLabel('All events').uncheck()
    await form.getByText('Asset', { exact: true }).click()
    await form.getByLabel('(asset.*)').check()
    const dialog = page.getByRole('dialog')
    const release = await hold(page, 'POST', '/webhook-endpoints')
    await form.getByRole('button', { name: 'Create' }).click()
    await form.getByRole('button', { name: 'Saving…' }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    release()
    const shown = dialog.locator('code')
    const secret = String(await shown.textContent())
    await page.keyboard.press('Escape')
    await dialog.getByText('was not copied yet').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(await shown.textContent()).toBe(secret)
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await dialog.getByText('Copied', { exact: true }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: RECEIVER }).waitFor()

    await page.getByRole('button', { name: `More for ${RECEIVER}` }).click()
    await page.getByRole('menuitem', { name: 'Replace the secret' }).click()
    await dialog.getByRole('button', { name: 'Replace the secret' }).click()
    await shown.waitFor()
    await page.keyboard.press('Escape')
    await dialog.getByText('was not copied yet').waitFor()
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await shown.waitFor({ state: 'detached' })
  })

  it('has events sent to another system, and sees why they do not arrive', async () => {
    expectFailures(422)
    const owner = await newOwner()
    const { page, home, headers } = owner
    await page.goto(`${home}/settings/webhooks`)
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    const form = page.getByRole('form', { name: 'New webhook' })
    await form.getByLabel('URL', { exact: true }).fill('http://sync.example.org/events')
    const types = form.getByRole('group', { name: 'Types of events' })
    await types.getByLabel('All events').uncheck()
    await types.getByText('Asset', { exact: true }).click()
    await types.getByLabel('All of this kind (asset.*)').check()
    await types.getByText('Person', { exact: true }).click()
    await types.getByLabel('Created (person.created)').check()
    expect(await violationsOf(page)).toEqual([])
    await form.getByLabel('Description').fill('Keeps the depot in step')
    await form.getByRole('button', { name: 'Create' }).click()
    await form.getByText('Must be an https URL.').waitFor()
    await form.getByLabel('URL', { exact: true }).fill(RECEIVER)
    await form.getByRole('button', { name: 'Create' }).click()
    const dialog = page.getByRole('dialog')
    const first = String(await dialog.locator('code').textContent())
    expect(first).toMatch(/^whsec_/)
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('heading', { level: 1, name: RECEIVER }).waitFor()
    await page.getByText('asset.*, person.created').waitFor()
    await page.reload()
    await page.getByText('Nothing was sent yet.').waitFor()
    expect(await page.content()).not.toContain(first)
    await page.getByRole('button', { name: 'Edit' }).click()
    const edit = page.getByRole('dialog')
    expect(await edit.getByLabel('(asset.*)').isChecked()).toBe(true)
    await edit.getByLabel('Created (person.created)').uncheck()
    await edit.getByRole('button', { name: 'Save' }).click()
    await edit.waitFor({ state: 'detached' })
    const [{ types: kept }] = (await call('GET', '/webhook-endpoints', undefined, headers)).json
    expect(kept).toEqual(['asset.*'])

    await page.getByRole('button', { name: 'Send a test' }).click()
    const deliveries = page.getByRole('region', { name: 'Deliveries' })
    await deliveries.getByText('the address is not allowed or not found').waitFor()
    await deliveries.getByText('webhook.test').waitFor()
    await deliveries.getByText('1 try').waitFor()
    const id = String(page.url().split('/').at(-1))
    const versionOfDelivery = async () =>
      (await call('GET', `/webhook-endpoints/${id}/deliveries`, undefined, headers)).json[0].version
    const before = await versionOfDelivery()
    await deliveries.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('webhook.test is sent again.').waitFor()
    expect(await versionOfDelivery()).toBeGreaterThan(before)
    await deliveries.getByRole('button', { name: 'Send again' }).waitFor()
    await deliveries.getByLabel('Status').selectOption('Delivered')
    await deliveries.getByText('Nothing matches').waitFor()

    const reader = await newColleague(owner, ['webhooks:read'])
    await reader.goto(`${home}/settings/webhooks`)
    await row(reader, RECEIVER).getByText('Keeps the depot in step').waitFor()
    expect(await reader.getByRole('button', { name: 'New webhook' }).count()).toBe(0)
    await reader.getByRole('link', { name: RECEIVER }).click()
    await reader.getByText('the address is not allowed or not found').waitFor()
    expect(await reader.getByRole('button', { name: /Edit|Send|More for/ }).count()).toBe(0)

    const choose = async (name: string) => {
      await page.getByRole('button', { name: `More for ${RECEIVER}` }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await choose('Replace the secret')
    await dialog.getByRole('button', { name: 'Replace the secret' }).click()
    const second = String(await dialog.locator('code').textContent())
    expect(second).toMatch(/^whsec_/)
    expect(second).not.toBe(first)
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByText('Former secret signs until').waitFor()
    await choose('Send past events again')
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    await dialog.getByLabel('Since').fill(`${yesterday}T00:00`)
    await dialog.getByRole('button', { name: 'Send past events again' }).click()
    await page.getByText(`Past events are sent to ${RECEIVER} again.`).waitFor()
    await choose('Disable')
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await page.getByText(`${RECEIVER} was disabled.`).waitFor()
    await page.getByRole('button', { name: 'Enable' }).click()
    await page.getByText(`${RECEIVER} was enabled.`).waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('State').selectOption('Disabled')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`${RECEIVER} was saved.`).waitFor()
    await choose('Delete')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No webhooks yet').waitFor()
  })

  it('makes a group, and says in plain words what it permits', async () => {
    const { page, home, headers } = await newOwner()
    await page.goto(`${home}/settings/groups`)
    await page.getByRole('button', { name: 'New group' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Store keepers')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Store keepers' }).waitFor()
    await page.getByRole('button', { name: 'Change permissions' }).click()
    await page.getByRole('group', { name: 'Assets' }).getByLabel('Change').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Store keepers was saved.').waitFor()
    await page
      .getByRole('region', { name: 'Permissions', exact: true })
      .getByText('Change', { exact: true })
      .waitFor()
    await page.getByRole('button', { name: 'Add a member' }).click()
    await pick(page.getByRole('combobox', { name: 'Member' }), 'Olu', 'Olu Owner')
    await page.getByRole('dialog').getByRole('button', { name: 'Add a member' }).click()
    await page.getByText('Store keepers has a new member.').waitFor()
    // The group Store keepers is also a member of a group of one project.
    const project = (await call('POST', '/projects', { name: 'Depot' }, headers)).json
    const permissions = ['issues:write']
    const helpers = { name: 'Helpers', project_id: project.id, permissions }
    const group = (await call('POST', '/groups', helpers, headers)).json
    const member_group_id = page.url().split('/').at(-1)
    await call('POST', `/groups/${group.id}/memberships`, { member_group_id }, headers)
    await page.goto(`${home}/settings/groups/${group.id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Description').fill('Help in the depot')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Helpers was saved.').waitFor()
    const members = page.getByRole('region', { name: 'Members' })
    await members.getByText('by way of Store keepers').waitFor()
    await members.getByText('Olu Owner').waitFor()
    await members.getByRole('button', { name: 'Add a member' }).waitFor()
    await call('POST', `/groups/${group.id}/archive`, {}, headers)
    await page.reload()
    await members.getByText('Olu Owner').waitFor()
    expect(await members.getByRole('button', { name: /^Add a/ }).count()).toBe(0)
    await call('POST', `/groups/${group.id}/restore`, {}, headers)
    await page.goto(`${home}/settings/members`)
    await row(page, 'Olu Owner').getByRole('link').click()
    await page.getByText(/Everything in the organisation – by/).waitFor()
    await page.getByRole('region', { name: 'In Depot' }).getByText('by Helpers').waitFor()
    await page.getByRole('link', { name: 'Store keepers' }).waitFor()
  })

  it('keeps the permissions that another admin has set meanwhile', async () => {
    expectFailures(412)
    const { page, home, headers } = await newOwner()
    const members = { name: 'Store keepers', permissions: ['assets:read', 'projects:read'] }
    const group = (await call('POST', '/groups', members, headers)).json
    const listens = page.waitForRequest((request) => new URL(request.url()).pathname === '/events')
    await page.goto(`${home}/settings/groups/${group.id}`)
    await listens
    await page.getByRole('button', { name: 'Change permissions' }).click()
    const form = page.getByRole('form', { name: 'Permissions of Store keepers' })
    const box = (of: string, name: string) =>
      form.getByRole('group', { name: of, exact: true }).getByLabel(name)
    await box('Assets', 'Change').check()
    await call('PATCH', `/groups/${group.id}`, { permissions: ['assets:read'] }, headers)
    await page.locator('dt', { hasText: 'Projects' }).waitFor({ state: 'detached' })
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Somebody else changed this meanwhile').waitFor()
    await expect.poll(() => box('Projects', 'View').isChecked()).toBe(false)
    expect(await box('Assets', 'Change').isChecked()).toBe(false)
    await box('Assets', 'Change').check()
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Store keepers was saved.').waitFor()
    const saved = (await call('GET', `/groups/${group.id}`, undefined, headers)).json
    expect(saved.permissions.toSorted()).toEqual(['assets:read', 'assets:write'])
  })

  it('offers the deletion alone to who may delete and not change', async () => {
    const owner = await newOwner()
    const make = async (path: string, body: object) => (await call('POST', path, body, owner.headers)).json
    const group = await make('/groups', { name: 'Keepers' })
    const account = await make('/service-accounts', { name: 'Importer' })
    await make('/school-years', { name: '2030/31', start: '2030-08-01', end: '2031-07-31' })
    await make('/employment-assignment-types', { name: 'Night porter' })
    const areas = ['groups', 'service_accounts', 'education', 'employments']
    const page = await newColleague(
      owner,
      areas.flatMap((area) => [`${area}:read`, `${area}:delete`]),
    )
    for (const [path, name] of [
      [`/settings/groups/${group.id}`, 'Keepers'],
      [`/settings/service-accounts/${account.id}`, 'Importer'],
      ['/school-years', '2030/31'],
      ['/employment-assignment-types', 'Night porter'],
    ]) {
      await page.goto(owner.home + path)
      await page.getByRole('button', { name: `More for ${name}` }).click()
      await page.getByRole('menuitem').first().waitFor()
      expect(await page.getByRole('menuitem').allTextContents(), name).toEqual(['Delete'])
      expect(await page.getByRole('button', { name: 'Edit', exact: true }).count(), name).toBe(0)
    }
  })

  it('offers nobody to change a group that permits more than they may do', async () => {
    const owner = await newOwner()
    const groups: readonly Record<string, string>[] = (
      await call('GET', '/groups?limit=100', undefined, owner.headers)
    ).json
    const idOf = (key: string) => groups.find((group) => group.key === key)?.id
    const page = await newColleague(owner, ['groups:read', 'groups:write', 'users:read', 'users:write'])
    const offered = () => page.locator('main').getByRole('button').allTextContents()
    await page.goto(`${owner.home}/settings/groups/${idOf('owners')}`)
    await page.getByText('To add or remove members, you need all permissions').waitFor()
    expect(await offered()).toEqual(['Edit'])
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('dialog').getByLabel('Description').waitFor()
    expect(await page.getByRole('dialog').getByLabel('Name', { exact: true }).count()).toBe(0)
  })

  it('offers nobody to give by other ways what they do not hold', async () => {
    const owner = await newOwner()
    const make = async (path: string, body: object) => (await call('POST', path, body, owner.headers)).json
    const outer = await make('/groups', { name: 'Outer', permissions: ['assets:delete'] })
    const inner = await make('/groups', { name: 'Inner' })
    await make(`/groups/${outer.id}/memberships`, { member_group_id: inner.id })
    const account = await make('/service-accounts', { name: 'Importer' })
    for (const [name, scopes] of [
      ['Deletes', ['assets:delete']],
      ['Reads', ['groups:read']],
    ] as const) {
      const expires_at = new Date(Date.now() + 86_400_000).toISOString()
      await make(`/service-accounts/${account.id}/keys`, { name, scopes, expires_at })
    }
    const email = newEmail()
    await make('/invitations', { email, group_ids: [inner.id] })
    const areas = ['groups', 'users', 'service_accounts']
    const page = await newColleague(
      owner,
      areas.flatMap((area) => [`${area}:read`, `${area}:write`]),
    )
    const moves = async (of: string) => {
      await page.getByRole('button', { name: `More for ${of}` }).click()
      await page.getByRole('menuitem').first().waitFor()
      const texts = await page.getByRole('menuitem').allTextContents()
      await page.keyboard.press('Escape')
      return texts
    }
    await page.goto(`${owner.home}/settings/groups/${inner.id}`)
    await page.getByText('and of the groups that it is in').waitFor()
    expect(await page.locator('main').getByRole('button').allTextContents()).toEqual(['Edit'])
    await page.goto(`${owner.home}/settings/service-accounts/${account.id}`)
    await page.getByText('Deletes', { exact: true }).waitFor()
    expect(await moves('Deletes')).toEqual(['Revoke'])
    expect(await moves('Reads')).toEqual(['Replace the secret', 'Revoke'])
    await page.getByRole('button', { name: 'Add to a group' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Show the list' }).click()
    await page.getByRole('option', { name: 'Colleagues' }).waitFor()
    expect(await page.getByRole('option', { name: /^(Outer|Inner|Owners)/ }).count()).toBe(0)
    await page.goto(`${owner.home}/settings/invitations`)
    await row(page, email).waitFor()
    await expect.poll(() => moves(email)).toEqual(['Revoke'])

    // A user who is not in the group of all users cannot add others to it.
    const [users] = (await call('GET', '/groups?key=users', undefined, owner.headers)).json
    const memberships = `/groups/${users.id}/memberships`
    for (const { id } of (await call('GET', memberships, undefined, owner.headers)).json)
      await call('DELETE', `${memberships}/${id}`, undefined, owner.headers)
    await page.goto(`${owner.home}/settings/members`)
    await page.getByRole('button', { name: 'Invite people' }).click()
    expect(await page.getByRole('button', { name: 'Create an account' }).count()).toBe(0)
    const form = page.getByRole('form', { name: 'Invite people' })
    await form.getByLabel('Email addresses').fill(newEmail())
    await form.getByRole('button', { name: 'Send the invitations' }).click()
    await form.getByText('Choose a group.').waitFor()
    await form.getByLabel('Colleagues').check()
    await form.getByRole('button', { name: 'Send the invitations' }).click()
    await page.getByText('1 invitation was sent.').waitFor()
  })

  it('is not offered to take the last owner out', async () => {
    const { page, home, headers } = await newOwner()
    const [owners] = (await call('GET', '/groups?key=owners', undefined, headers)).json
    await page.goto(`${home}/settings/groups/${owners.id}`)
    await page.getByText('An organisation always has an owner.').waitFor()
    await page.getByRole('region', { name: 'Members' }).getByText('Olu Owner').waitFor()
    const more = page.getByRole('main').getByRole('button', { name: /^More for/ })
    expect(await more.count()).toBe(0)
    const account = { email: newEmail(), password: PASSWORD }
    const user_id = (await call('POST', '/users', account, headers)).json.id
    await call('POST', `/groups/${owners.id}/memberships`, { user_id }, headers)
    await expect.poll(() => more.count()).toBe(2)
  })

  it('sees who changed the organisation, and the account of a member', async () => {
    const { page, home, headers } = await newOwner()
    await page.goto(`${home}/settings`)
    const history = page.getByRole('region', { name: 'History' })
    await history.getByText('Olu Owner created it').waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('dialog').getByLabel('Description').fill('Boats and oars')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await history.getByText('Boats and oars').waitFor()
    const account = { email: newEmail(), password: PASSWORD }
    const member = (await call('POST', '/users', account, headers)).json
    await call('PATCH', `/users/${member.id}`, { first_name: 'Kim' }, headers)
    await page.goto(`${home}/settings/members/${member.id}`)
    await history.getByText('Olu Owner changed it').waitFor()
    await history.getByText('Kim').waitFor()
  })

  it('finds in the audit log what somebody did, by who, kind, operation and days', async () => {
    const { page, home, headers } = await newOwner()
    const school = (await call('POST', '/schools', { name: 'Riverside' }, headers)).json
    await call('POST', `/schools/${school.id}/archive`, {}, headers)
    await page.goto(`${home}/settings/audit-log`)
    const table = page.getByRole('table', { name: 'Audit log' })
    const cell = (name: string) => table.getByRole('cell', { name, exact: true })
    await cell('School').first().waitFor()
    const filters = page.getByRole('region', { name: 'Filters: Audit log' })
    const choose = async (filter: string, option: string) => {
      await filters.getByRole('button', { name: filter, exact: true }).click()
      await page.getByRole('menuitemcheckbox', { name: option, exact: true }).click()
      await page.keyboard.press('Escape')
    }
    await choose('Record', 'School')
    await choose('Operation', 'School: Archive')
    await filters.getByRole('button', { name: 'By', exact: true }).click()
    await page.getByRole('dialog', { name: 'By' }).getByRole('option', { name: 'Me', exact: true }).click()
    await expect.poll(() => cell('School').count()).toBe(1)
    await cell('Archive').waitFor()
    await cell('School').getByRole('link').waitFor()
    const until = filters.getByLabel('Until', { exact: true })
    await until.fill('2020-02-29')
    await page.getByText('Nothing matches').first().waitFor()
    expect(new URL(page.url()).searchParams.get('created_at__lt')).toMatch(
      /^2020-03-01T00:00:00|^2020-02-29T/,
    )
    await filters.getByRole('button', { name: 'Clear Until' }).click()
    await filters.getByLabel('From', { exact: true }).fill('2020-02-29')
    await expect.poll(() => cell('School').count()).toBe(1)
    await page.reload()
    await expect.poll(() => filters.getByLabel('From', { exact: true }).inputValue()).toBe('2020-02-29')
    // The operation stays in the filter while it applies to records of one of the chosen kinds.
    const operation = () => new URL(page.url()).searchParams.get('operation')
    await choose('Record: School', 'Group')
    await expect.poll(() => new URL(page.url()).searchParams.get('record_type')).toBe('school,group')
    expect(operation()).toBe('archiveSchool')
    await choose('Record: Group, School', 'School')
    await expect.poll(operation).toBe(null)
    await filters.getByRole('button', { name: 'Operation', exact: true }).waitFor()
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
    await address.getByLabel('New email address').fill(next)
    await address.getByLabel(/^Current password/).fill('another orchard lantern 43')
    await address.getByRole('button', { name: 'Change the address' }).click()
    await page.getByText(`Open the link in the mail to ${next}`).waitFor()
    await stack.linkTo(next, 'verify-email')
  })

  it('says how one likes the page, in which groups one is and what one may do, within the organisation', async () => {
    const { page, home } = await newOwner()
    await page.goto(`${home}/account`)
    const preferences = page.getByRole('form', { name: 'Preferences' })
    await page.getByRole('region', { name: 'Your groups' }).getByText('Owners').first().waitFor()
    await page.getByRole('form', { name: 'Profile' }).getByLabel('Name to show').fill('Olu not saved yet')
    await preferences.getByLabel('Colours').selectOption('dark')
    await preferences.getByLabel('Language').selectOption('de')
    await preferences.getByRole('button', { name: 'Save preferences' }).click()
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.getByRole('heading', { level: 1, name: 'Ihr Konto' }).waitFor()
    await page.getByText('Your preferences were saved.').waitFor()
    // Loaded names are translated, and typed text stays.
    await page.getByRole('region', { name: 'Ihre Gruppen' }).getByText('Eigentümer').first().waitFor()
    expect(await page.getByLabel('Angezeigter Name').inputValue()).toBe('Olu not saved yet')
    const settings = page.getByRole('form', { name: 'Einstellungen' })
    await settings.getByLabel('Sprache').selectOption('en-GB')
    await settings.locator('button[type="submit"]').click()
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
    const region = (name: string) => page.getByRole('region', { name, exact: true })
    await region('Your groups').getByText('Owners').first().waitFor()
    await region('Your permissions').getByRole('rowheader', { name: 'Everything' }).waitFor()
    await region('Your groups')
      .getByText(/^Why am I in it/)
      .first()
      .click()
    await region('Your groups').getByText('You were added to it directly.').first().waitFor()
    expect(new URL(page.url()).pathname).toBe(`${home}/account`)
  })

  it('shows the own account in two columns, and on a phone in one', async () => {
    const { page, home } = await newOwner()
    const placeOf = async (name: string) => {
      const { x, y } = (await page.getByRole('region', { name, exact: true }).boundingBox()) ?? {}
      return { x, y }
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${home}/account`)
    await page.getByRole('region', { name: 'Email address' }).waitFor()
    expect((await placeOf('Email address')).y).toBe((await placeOf('Profile')).y)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(async () => (await placeOf('Email address')).x).toBe((await placeOf('Profile')).x)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  it('changes all of that in no organisation, too, and cancels the new address', async () => {
    expectFailures(403, 404)
    const email = newEmail()
    const { json } = await call('POST', '/me/signup', { email, password: PASSWORD })
    const headers = { authorization: `Bearer ${json.access_token}` }
    const id = (await call('GET', '/me', undefined, headers)).json.id
    await call('DELETE', `/members/${id}`, undefined, headers)
    const page = await signIn(email)
    await page.goto('/dashboard')
    await page.getByText('You belong to no organisation yet').waitFor()
    await page.getByRole('link', { name: 'You', exact: true }).click()
    await page.getByRole('link', { name: 'Change your name, email address or password' }).click()
    await page.getByRole('form', { name: 'Profile' }).getByLabel('Name to show').fill('Nia Nowhere')
    await page.getByRole('form', { name: 'Profile' }).getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your profile was saved.').waitFor()
    const address = page.getByRole('form', { name: 'Change the address' })
    await address.getByLabel('New email address').fill(newEmail())
    await address.getByLabel(/^Current password/).fill(PASSWORD)
    await address.getByRole('button', { name: 'Change the address' }).click()
    await page.getByRole('button', { name: 'Cancel the change' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Cancel the change' }).click()
    await page.getByText(`The change was cancelled. ${email} stays in use.`).waitFor()
    await page.getByRole('button', { name: 'Cancel the change' }).waitFor({ state: 'detached' })
    const password = page.getByRole('form', { name: 'Change the password' })
    await password.getByLabel(/^Current password/).fill(PASSWORD)
    await password.getByLabel('New password', { exact: true }).fill('another orchard lantern 43')
    await password.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('Your password was changed. All other sessions have ended.').waitFor()
  })

  it('finds nothing that keeps assistive technology out', async () => {
    const { page, home, headers } = await newOwner()
    const endpoint = (await call('POST', '/webhook-endpoints', { url: RECEIVER }, headers)).json
    await call('POST', `/webhook-endpoints/${endpoint.id}/test`, undefined, headers)
    for (const [path, heading] of [
      ['settings/members', 'Members'],
      ['settings/invitations', 'Invitations'],
      ['settings/groups', 'Groups'],
      ['settings/service-accounts', 'Service accounts'],
      ['settings/keys', 'API keys'],
      ['settings/webhooks', 'Webhooks'],
      [`settings/webhooks/${endpoint.id}`, RECEIVER],
      ['account', 'Your account'],
    ] as const) {
      await page.goto(`${home}/${path}`)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await settled(page)
      expect([path, await violationsOf(page)]).toEqual([path, []])
    }
  })
})
