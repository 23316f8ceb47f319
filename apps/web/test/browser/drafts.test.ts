import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  call,
  expectFailures,
  fillAndEnter,
  makeAccount,
  newBrowser,
  newPage,
  PASSWORD,
  signIn,
} from './browser.ts'
import { settled } from './settled.ts'
import { violationsOf } from './work-stage.ts'

const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true })

/**
 * Ends the session at the service: the page gets a 401. The page has loaded all it needs before, so that sending the form is the
 * first request with that answer.
 */
async function expire(page: Page) {
  await settled(page)
  await call(page, 'POST', '/me/signout').catch(() => {})
}

/** Sends the form, waits for the redirect to the sign-in, and signs in again. */
async function sendExpired(page: Page, button: string | Locator, email: string, place = '**/dashboard**') {
  const submit = typeof button === 'string' ? page.getByRole('button', { name: button, exact: true }) : button
  await expire(page)
  // On a busy machine, the request for events may get the 401 first, and the button disappears with the page.
  const sent = submit.click({ timeout: 5_000 }).catch(() => {})
  await page.getByText('Your session has expired').waitFor()
  await sent
  await fillAndEnter(page, email)
  await page.waitForURL(place)
}

const kept = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('commonhold.draft')))

const unique = (text: string) => `${text} ${Date.now().toString(36)}`

describe('what was typed survives an expired session:', () => {
  beforeEach(() => expectFailures(401))

  it('a new issue', async () => {
    const page = await newPage()
    const email = await signIn(page)
    await page.goto('/dashboard/issues')
    await form(page, 'New issue').getByLabel('Title').fill('Mend the roof')
    await form(page, 'New issue').getByLabel('Type').selectOption({ label: 'Incident' })
    await form(page, 'New issue').getByLabel('Due').fill('2027-03-04')
    await sendExpired(page, 'Create issue', email)
    await expect.poll(() => form(page, 'New issue').getByLabel('Title').inputValue()).toBe('Mend the roof')
    await expect.poll(() => form(page, 'New issue').getByLabel('Type').inputValue()).toBe('incident')
    await expect.poll(() => form(page, 'New issue').getByLabel('Due').inputValue()).toBe('2027-03-04')

    await page.getByRole('button', { name: 'Create issue' }).click()
    await page.getByRole('status').getByText('was created').waitFor()
    await expect.poll(() => kept(page)).toEqual([])
    await page.reload()
    await form(page, 'New issue').getByLabel('Title').waitFor()
    await page.getByText('Assigned to me').first().waitFor({ state: 'attached' })
    await settled(page)
    expect(await form(page, 'New issue').getByLabel('Title').inputValue()).toBe('')
  })

  it('a comment, and a move with its fields', async () => {
    const page = await newPage()
    const email = await signIn(page)
    const issue = await call(page, 'POST', '/issues', { title: 'No network', issue_type: 'incident' })
    await call(page, 'POST', `/issues/${issue.id}/transition`, { to_status: 'in_progress' })
    await page.goto(`/dashboard/issues?issue=${issue.id}`)
    await form(page, 'Comment').getByLabel('Comment').fill('It was the cable')
    const card = page.getByRole('region', { name: 'No network' })
    await card
      .getByRole('button', { name: /resolve/i })
      .first()
      .click()
    await card.getByLabel('Resolution notes').fill('A new cable')
    await sendExpired(page, 'Add comment', email)
    await expect.poll(() => form(page, 'Comment').getByLabel('Comment').inputValue()).toBe('It was the cable')
    await expect.poll(() => card.getByLabel('Resolution notes').inputValue()).toBe('A new cable')
    await card.getByRole('button', { name: 'Confirm' }).click()
    await card.getByText('Resolved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Add comment' }).click()
    await page.getByRole('region', { name: 'Activity' }).getByText('It was the cable').waitFor()
    await expect.poll(() => kept(page)).toEqual([])
  })

  it('a model and an asset, of which one is out of sight at first', async () => {
    const page = await newPage()
    const email = await signIn(page)
    const [first, second] = [unique('A crane'), unique('A rope')]
    await call(page, 'POST', '/asset-models', { name: first, tracking_type: 'serialized' })
    const { id } = await call(page, 'POST', '/asset-models', { name: second, tracking_type: 'countable' })
    await page.goto('/dashboard')
    await form(page, 'Register an asset').getByLabel('Model').selectOption({ label: second })
    await form(page, 'Register an asset').getByLabel('Quantity').fill('12')
    await page.getByText('Add another model').click()
    await form(page, 'Add an asset model').getByLabel('Model name').fill('A ladder')
    await form(page, 'Add an asset model').getByLabel('Stock').check()
    await sendExpired(page, 'Add model', email)
    await expect.poll(() => form(page, 'Register an asset').getByLabel('Quantity').inputValue()).toBe('12')
    await expect.poll(() => form(page, 'Register an asset').getByLabel('Model').inputValue()).toBe(id)
    await form(page, 'Add an asset model').getByLabel('Model name').waitFor()
    await expect
      .poll(() => form(page, 'Add an asset model').getByLabel('Model name').inputValue())
      .toBe('A ladder')
    await expect.poll(() => form(page, 'Add an asset model').getByLabel('Stock').isChecked()).toBe(true)
  })

  it('what a move of an issue or of an asset asks for in its dialog', async () => {
    const page = await newPage()
    const email = await signIn(page)
    const tenant = await call(page, 'POST', '/tenants', { name: unique('North') })
    await call(page, 'POST', '/me/current-tenant', { tenant_id: tenant.id })
    const issue = await call(page, 'POST', '/issues', { title: 'No network', issue_type: 'incident' })
    await call(page, 'POST', `/issues/${issue.id}/transition`, { to_status: 'in_progress' })
    const model = await call(page, 'POST', '/asset-models', {
      name: unique('A crane'),
      tracking_type: 'serialized',
    })
    const asset = await call(page, 'POST', '/assets', {
      model_id: model.id,
      name: unique('Crane'),
      serial_number: unique('SN'),
    })

    const issuePlace = `/t/${tenant.slug}/issues/${issue.key}`
    await page.goto(issuePlace)
    const resolve = () =>
      page
        .getByRole('button', { name: /resolve/i })
        .first()
        .click()
    const notes = page.getByRole('dialog').getByLabel('Resolution notes')
    await resolve()
    await notes.fill('A new cable')
    const send = form(page, 'Resolve').getByRole('button', { name: 'Resolve' })
    await sendExpired(page, send, email, `**${issuePlace}`)
    await resolve()
    await expect.poll(() => notes.inputValue()).toBe('A new cable')
    await send.click()
    await page.getByText(`${issue.key} is now`).waitFor()
    await expect.poll(() => kept(page)).toEqual([])

    const assetPlace = `/t/${tenant.slug}/assets/${asset.id}`
    await page.goto(assetPlace)
    const lose = async () => {
      await page.getByRole('button', { name: `More for ${asset.name}` }).click()
      await page.getByRole('menuitem', { name: 'Mark as lost' }).click()
    }
    const reason = page.getByRole('dialog').getByLabel('Reason')
    await lose()
    await reason.fill('It fell into the river')
    await sendExpired(page, 'Mark as lost', email, `**${assetPlace}`)
    await lose()
    await expect.poll(() => reason.inputValue()).toBe('It fell into the river')
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect.poll(() => kept(page)).toEqual([])
    await lose()
    await reason.waitFor()
    await settled(page)
    expect(await reason.inputValue()).toBe('')
  })

  it('invitations, the permissions of a group, a profile and choices of notifications', async () => {
    const page = await newPage()
    const email = await signIn(page)
    const tenant = await call(page, 'POST', '/tenants', { name: unique('North') })
    await call(page, 'POST', '/me/current-tenant', { tenant_id: tenant.id })
    const group = await call(page, 'POST', '/groups', { name: 'Helpers', permissions: ['assets:read'] })
    const home = `/t/${tenant.slug}`
    const at = async (place: string, name: string, button?: string) => {
      await page.goto(`${home}/${place}`)
      const submit = form(page, name).locator('button[type=submit]')
      const expireAndReturn = async () => {
        // The address names the form, so that it is open again.
        await sendExpired(page, submit, email, `**${home}/${place}${button ? '?edit=*' : ''}`)
        await form(page, name).waitFor()
      }
      if (button) await page.getByRole('button', { name: button, exact: true }).click()
      await form(page, name).waitFor()
      return { within: form(page, name), submit, expireAndReturn }
    }

    const invite = await at('settings/members', 'Invite people', 'Invite people')
    await invite.within.getByLabel('Email addresses').fill('kim@example.org')
    await invite.within.getByLabel('Helpers').check()
    await invite.expireAndReturn()
    await expect.poll(() => invite.within.getByLabel('Email addresses').inputValue()).toBe('kim@example.org')
    await expect.poll(() => invite.within.getByLabel('Helpers').isChecked()).toBe(true)
    await invite.within.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => kept(page)).toEqual([])

    const rights = await at(`settings/groups/${group.id}`, 'Permissions of Helpers', 'Change permissions')
    const box = (name: string) =>
      rights.within.getByRole('group', { name: 'Assets', exact: true }).getByLabel(name)
    await box('Change').check()
    await rights.expireAndReturn()
    await expect.poll(() => box('Change').isChecked()).toBe(true)
    expect(await box('View').isChecked()).toBe(true)
    await rights.submit.click()
    await page.getByText('Helpers was saved.').waitFor()
    await expect.poll(() => kept(page)).toEqual([])

    const profile = await at('account', 'Profile')
    await profile.within.getByLabel('First name').fill('Ada')
    await profile.expireAndReturn()
    await expect.poll(() => profile.within.getByLabel('First name').inputValue()).toBe('Ada')
    await profile.submit.click()
    await page.getByText('Your profile was saved.').waitFor()

    const mails = await at('account', 'Notifications by mail')
    const due = mails.within.getByLabel('When an issue assigned to you is due, or an asset that you have')
    await due.selectOption('never')
    await page.reload()
    await expect.poll(() => due.inputValue()).toBe('never')
    await mails.submit.click()
    await page.getByText('Your choice was saved.').waitFor()
    await expect.poll(() => kept(page)).toEqual([])
  })

  it('a change of a record, whose form is open again, says so and can be discarded', async () => {
    const page = await newPage()
    const email = await signIn(page)
    const tenant = await call(page, 'POST', '/tenants', { name: unique('North') })
    await call(page, 'POST', '/me/current-tenant', { tenant_id: tenant.id })
    const project = await call(page, 'POST', '/projects', { name: 'The roof' })
    const place = `/t/${tenant.slug}/projects/${project.id}`
    const edit = form(page, 'Change The roof')
    const name = edit.getByLabel('Name')
    const notice = edit.getByText('Your unsaved changes were restored.')
    await page.goto(place)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await name.fill('The roof and the gate')
    expect(await notice.count()).toBe(0)
    await sendExpired(page, edit.locator('button[type=submit]'), email, `**${place}?edit=yes`)
    await notice.waitFor()
    await expect.poll(() => name.inputValue()).toBe('The roof and the gate')

    await page.reload()
    await notice.waitFor()
    await expect.poll(() => name.inputValue()).toBe('The roof and the gate')
    expect(await violationsOf(page)).toEqual([])
    await edit.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => name.inputValue()).toBe('The roof')
    expect(await notice.count()).toBe(0)
    expect(await kept(page)).toEqual([])
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true)

    await name.fill('The gate')
    await edit.locator('button[type=submit]').click()
    await page.getByText('The roof was saved.').waitFor()
    await page.waitForURL(`**${place}`)
    await page.getByRole('heading', { level: 1, name: 'The gate' }).waitFor()
  })

  it('preferences', async () => {
    const page = await newPage()
    const email = await signIn(page)
    await page.goto('/dashboard/you')
    await form(page, 'Preferences').getByLabel('Time zone').selectOption('Asia/Tokyo')
    await form(page, 'Preferences').getByLabel('Date format').selectOption('mm_dd_yyyy')
    await sendExpired(page, 'Save preferences', email)
    await expect.poll(() => form(page, 'Preferences').getByLabel('Time zone').inputValue()).toBe('Asia/Tokyo')
    await expect
      .poll(() => form(page, 'Preferences').getByLabel('Date format').inputValue())
      .toBe('mm_dd_yyyy')
    await page.getByRole('button', { name: 'Save preferences' }).click()
    await page.getByText('Your preferences were saved.').waitFor()
    await expect.poll(() => kept(page)).toEqual([])
  })
})

describe('a draft', () => {
  it('is shown to nobody else who signs in, and is there again for whoever typed it', async () => {
    expectFailures(401)
    const page = await newPage()
    const email = await signIn(page)
    const other = await makeAccount()
    await page.goto('/dashboard/issues')
    const title = form(page, 'New issue').getByLabel('Title')
    await title.fill('Only mine')
    await sendExpired(page, 'Create issue', other)
    await page.getByText('No issues match.').waitFor()
    await settled(page)
    expect(await title.inputValue()).toBe('')
    await title.fill('Only yours')
    await sendExpired(page, 'Create issue', email)
    await expect.poll(() => title.inputValue()).toBe('Only mine')
  })

  it('is gone after its user signs out, in every tab; those of others stay', async () => {
    const browser = await newBrowser()
    const [page, second] = [await browser.newPage(), await browser.newPage()]
    const email = await signIn(page)
    for (const one of [page, second]) {
      await one.goto('/dashboard/issues')
      await form(one, 'New issue').getByLabel('Title').fill('A secret')
      await expect.poll(() => kept(one)).toHaveLength(1)
    }
    const mine = 'commonhold.draft 01J9ZC6W3V8Q4M2T7XK5RNB0EH 01J9ZC6W3V8Q4M2T7XK5RNB0EH issue'
    await page.evaluate((key) => sessionStorage.setItem(key, '{"title":"Of somebody else"}'), mine)
    await page.getByRole('link', { name: 'Sign out' }).click()
    await page.getByText('You are signed out').waitFor()
    await expect.poll(() => kept(page)).toEqual([mine])
    await expect.poll(() => kept(second)).toEqual([])
    await signIn(page, email)
    await page.goto('/dashboard/issues')
    await page.getByText('No issues match.').waitFor()
    expect(await form(page, 'New issue').getByLabel('Title').inputValue()).toBe('')
  })

  it('belongs to the organisation that it was typed in', async () => {
    const page = await newPage()
    await signIn(page)
    const name = unique('Elsewhere')
    await call(page, 'POST', '/tenants', { name })
    await page.goto('/dashboard/issues')
    const title = form(page, 'New issue').getByLabel('Title')
    await title.fill('For the first one')
    await page.getByRole('link', { name: 'You' }).click()
    const before = await page.getByLabel('Organisation').inputValue()
    await page.getByLabel('Organisation').selectOption({ label: name })
    await page.getByRole('rowheader', { name: 'Everything' }).waitFor()
    await settled(page)
    await page.getByRole('link', { name: 'Issues' }).click()
    await page.getByText('No issues match.').waitFor()
    await settled(page)
    expect(await title.inputValue()).toBe('')
    await page.getByRole('link', { name: 'You' }).click()
    await page.getByLabel('Organisation').selectOption(before)
    await page.getByRole('rowheader', { name: 'Assets' }).waitFor()
    await page.getByRole('link', { name: 'Issues' }).click()
    await expect.poll(() => title.inputValue()).toBe('For the first one')
  })

  it('belongs to the organisation whose screens are shown, however soon after those of another', async () => {
    const page = await newPage()
    await signIn(page)
    const [first, second] = [
      await call(page, 'POST', '/tenants', { name: unique('North') }),
      await call(page, 'POST', '/tenants', { name: unique('South') }),
    ]
    const firstName = form(page, 'Register a person').getByLabel('First name')
    const open = () => page.getByRole('button', { name: 'Register a person' }).first().click()
    await page.goto(`/t/${first.slug}/people`)
    await open()
    await firstName.fill('Only for North')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Organisation' }).click()
    await page.getByRole('menuitem', { name: second.name }).click()
    await page.waitForURL(`**/t/${second.slug}**`)
    await settled(page)
    await page.getByRole('link', { name: 'People', exact: true }).click()
    await page.waitForURL(`**/t/${second.slug}/people`)
    await settled(page)
    await open()
    await firstName.waitFor()
    await settled(page)
    expect(await firstName.inputValue()).toBe('')
  })

  it('unticks a box that is ticked at first', async () => {
    const page = await newPage()
    await signIn(page)
    const tenant = await call(page, 'POST', '/tenants', { name: unique('North') })
    await call(page, 'POST', '/me/current-tenant', { tenant_id: tenant.id })
    const name = unique('Paused')
    await call(page, 'POST', '/issue-statuses', { name, category: 'unstarted', pauses_clock: true })
    const open = () => page.getByRole('button', { name, exact: true }).click()
    const box = page.getByLabel('Pauses the clock')
    await page.goto(`/t/${tenant.slug}/settings/statuses`)
    await open()
    await box.uncheck()
    await page.reload()
    await expect.poll(() => box.isChecked()).toBe(false)
  })

  it('is in the form of a part again after a reload, for a new part and for one that exists', async () => {
    const page = await newPage()
    await signIn(page)
    const tenant = await call(page, 'POST', '/tenants', { name: unique('North') })
    await call(page, 'POST', '/me/current-tenant', { tenant_id: tenant.id })
    const person = await call(page, 'POST', '/persons', {
      identity: { first_name: 'Ada', last_name: 'Berg', identity_type: 'legal' },
      contacts: [{ type: 'phone', value: '555-1234' }],
    })
    const place = `/t/${tenant.slug}/people/${person.id}`
    await page.goto(place)
    await page.getByRole('button', { name: 'Add a contact' }).click()
    const added = form(page, 'Add a contact')
    await added.getByLabel('Value').fill('ada@example.org')
    await page.reload()
    await expect.poll(() => added.getByLabel('Value').inputValue()).toBe('ada@example.org')
    await added.locator('button[type=submit]').click()
    await page.getByText('ada@example.org was saved.').waitFor()
    await page.waitForURL(`**${place}`)

    await page.getByRole('button', { name: 'Edit 555-1234' }).click()
    const changed = form(page, 'Change the contact')
    await changed.getByLabel('Value').fill('555-9876')
    await page.reload()
    await expect.poll(() => changed.getByLabel('Value').inputValue()).toBe('555-9876')
    expect(await violationsOf(page)).toEqual([])
    await changed.locator('button[type=submit]').click()
    await page.getByText('555-9876 was saved.').waitFor()
    await page.waitForURL(`**${place}`)
    expect(await kept(page)).toEqual([])
  })

  it('never holds a password', async () => {
    const page = await newPage()
    await page.goto('/signin')
    await page.getByRole('button', { name: 'Show password' }).click()
    await fillAndEnter(page, await makeAccount(), PASSWORD)
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(stored).not.toContain(PASSWORD)
  })
})
