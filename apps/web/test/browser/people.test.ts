import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ask } from './ask.ts'
import {
  api,
  call,
  expectFailures,
  keptAfterSignIn,
  newEmail,
  newPage,
  PASSWORD,
  signIn,
  signInOf,
} from './browser.ts'
import { printJob } from './peers.ts'
import { pick } from './pick.ts'
import { openScan, scan, type } from './scanner.ts'
import { settled } from './settled.ts'
import { countActions, violationsOf } from './work-stage.ts'

let count = 0
const unique = (text: string) => `${text} ${Date.now().toString(36)}${count++}`

interface Stage {
  readonly page: Page
  readonly home: string
  readonly model: { readonly id: string; readonly name: string }
}

/** An owner of a new organisation with one serialized model. */
async function stage(options?: BrowserContextOptions): Promise<Stage> {
  const page = await newPage(options)
  await signIn(page)
  const tenant = await call(page, 'POST', '/tenants', { name: unique('North') })
  await call(page, 'POST', '/me/current-tenant', { tenant_id: tenant.id })
  const model = await call(page, 'POST', '/asset-models', {
    name: unique('ThinkPad'),
    tracking_type: 'serialized',
  })
  return { page, home: `/t/${tenant.slug}`, model }
}

const makeAsset = ({ page, model }: Stage, more: object = {}) =>
  call(page, 'POST', '/assets', {
    model_id: model.id,
    name: unique('Laptop'),
    serial_number: unique('SN'),
    ...more,
  })

const makePerson = ({ page }: Stage, first_name: string) =>
  call(page, 'POST', '/persons', {
    identity: { first_name, last_name: unique('Keller') },
    external_id: unique('S'),
  })

/**
 * A person who learns and works at a school, with an account that has issues, a key and a group. Also a user who can take over
 * the issues.
 */
async function makeLeaver(scene: Stage) {
  const { page } = scene
  const post = (path: string, body: object) => call(page, 'POST', path, body)
  const person = await makePerson(scene, 'Lena')
  const email = newEmail()
  const user = await post('/users', { email, password: PASSWORD })
  await call(page, 'PATCH', `/persons/${person.id}`, { user_id: user.id })
  const other = await post('/users', { email: newEmail(), password: PASSWORD })
  const heir = await call(page, 'PATCH', `/users/${other.id}`, { display_name: unique('Hedda Heir') })
  const group = await post('/groups', { name: 'Helpers', permissions: ['assets:read'] })
  await post(`/groups/${group.id}/memberships`, { user_id: user.id })
  const made = await ask(`${api}/me/api-keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await signInOf(email)}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: unique('Nightly list'),
      scopes: ['assets:read'],
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    }),
  })
  const key = await made.json()
  const project = await post('/projects', { name: unique('Devices') })
  const assign = (title: string) =>
    post('/issues', { title, issue_type: 'task', project_id: project.id, assignee_id: user.id })
  const [work, spared] = [await assign(unique('Mend the gate')), await assign(unique('Paint it'))]
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const school = await post('/schools', { name: unique('Riverside') })
  const year = await post('/school-years', { name: unique('Year'), start: day(-200), end: day(100) })
  const calendar = await post('/school-calendars', {
    name: unique('Now'),
    school_id: school.id,
    calendar_id: year.id,
  })
  const grade = await post('/school-grade-levels', { name: unique('Grade 1') })
  const person_id = person.id
  await post('/school-enrollments', { person_id, calendar_id: calendar.id, grade_level_id: grade.id })
  await post('/school-employments', { person_id, school_id: school.id })
  return { person, user, heir, work, spared, key }
}

const handOut = ({ page }: Stage, asset: { id: string }, person: { id: string }) =>
  call(page, 'POST', '/asset-circulations', {
    asset_id: asset.id,
    circulation_type: 'issue',
    person_id: person.id,
  })

async function makePlace({ page }: Stage) {
  const type = await call(page, 'POST', '/location-types', { name: unique('Room') })
  return call(page, 'POST', '/locations', {
    type_id: type.id,
    name: unique('Store'),
    code: unique('ST'),
  })
}

describe('the screens of people', () => {
  it('show the school and the grade of each person, with one request, to who may read enrollments', async () => {
    const scene = await stage()
    const { page, home } = scene
    const post = (path: string, body: object) => call(page, 'POST', path, body)
    const { person } = await makeLeaver(scene)
    const [former, none] = [await makePerson(scene, 'Fritz'), await makePerson(scene, 'Nora')]
    const [{ id, calendar_id }] = await call(page, 'GET', `/school-enrollments?person_id=${person.id}`)
    const { id: left } = await post('/school-enrollments', { person_id: former.id, calendar_id })
    await post(`/school-enrollments/${left}/withdraw`, {})
    const { school, grade_level_record } = await call(
      page,
      'GET',
      `/school-enrollments/${id}?include=school,grade_level_record`,
    )
    let requests = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/school-enrollments') requests++
    })
    await page.goto(`${home}/people`)
    const rowOf = ({ display_name }: { readonly display_name: string }) =>
      page.getByRole('row').filter({ hasText: display_name })
    await rowOf(person).getByText(`${school.name} · ${grade_level_record.name}`).waitFor()
    for (const other of [former, none]) expect(await rowOf(other).textContent()).not.toContain(school.name)
    await page.getByRole('columnheader', { name: 'School' }).waitFor()
    expect(requests).toBe(1)
    expect(await violationsOf(page)).toEqual([])
    await page.goto(`${home}/people/${person.id}`)
    const facts = page.getByRole('complementary').getByRole('definition')
    await facts.getByRole('link', { name: school.name }).waitFor()
    await facts.getByText(grade_level_record.name, { exact: true }).waitFor()
    await page.goto(`${home}/people`)
    await rowOf(person).waitFor()
    requests = 0
    await page.route('**/me/permissions', async (route) => {
      const answer = await route.fetch()
      const body: object = await answer.json()
      await route.fulfill({
        response: answer,
        json: { ...body, permissions: ['persons:read'], projects: [] },
      })
    })
    await page.reload()
    await rowOf(person).waitFor()
    await settled(page)
    expect(await page.getByRole('columnheader', { name: 'School' }).count()).toBe(0)
    await page.goto(`${home}/people/${person.id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    expect(requests).toBe(0)
  })

  it('register a person, add a contact, and archive and restore them', async () => {
    const { page, home } = await stage()
    await page.goto(`${home}/people`)
    await page.getByRole('heading', { name: 'No people yet' }).waitFor()
    await page.getByRole('button', { name: 'Register a person' }).first().click()
    const form = page.getByRole('form', { name: 'Register a person' })
    const last = unique('Lovelace')
    await form.getByLabel('First name').fill('Ada')
    await form.getByLabel('Last name').fill(last)
    await form.getByRole('button', { name: 'Register' }).click()
    await page.getByRole('link', { name: `Ada ${last}` }).click()
    await page.getByRole('heading', { level: 1, name: `Ada ${last}` }).waitFor()
    await page.getByRole('button', { name: 'Add a contact' }).click()
    await page.getByLabel('Value').fill('ada@example.org')
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('region', { name: 'Contacts' })
      .getByText('ada@example.org', { exact: true })
      .waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
    await page.getByLabel('First name').fill('Augusta')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: `Augusta ${last}` }).waitFor()
    await page.getByRole('button', { name: `More for Augusta ${last}` }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await page.getByText('was archived.').waitFor()
    await page.getByRole('button', { name: 'Add a contact' }).waitFor({ state: 'detached' })
    for (const name of ['Edit', 'Edit ada@example.org'])
      expect(await page.getByRole('button', { name }).count(), name).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
  })

  it('go by another name, and put a contact first', async () => {
    const scene = await stage()
    const { page, home } = scene
    const person = await makePerson(scene, 'Ines')
    const contact = (value: string) =>
      call(page, 'POST', `/persons/${person.id}/contacts`, { type: 'email', value })
    const first = await contact('home@example.org')
    const second = await contact('work@example.org')
    await page.goto(`${home}/people/${person.id}`)
    await page.getByRole('button', { name: 'Add a name' }).click()
    const form = page.getByRole('form', { name: 'Add a name' })
    await form.getByLabel('First name').fill('Nessa')
    await form.getByLabel('Last name').fill('Byrne')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'More for Name Nessa Byrne' }).click()
    await page.getByRole('menuitem', { name: 'Go by this name' }).click()
    await page.getByRole('heading', { level: 1, name: 'Nessa Byrne' }).waitFor()
    await page.getByRole('button', { name: 'More for work@example.org' }).click()
    await page.getByRole('menuitem', { name: 'Move up' }).click()
    await page.getByText('work@example.org was moved.').waitFor()
    const order = await call(page, 'GET', `/persons/${person.id}/contacts`)
    expect(order.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id])
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
    await page.getByLabel('In other systems').fill('jamf: 243')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('definition').filter({ hasText: 'jamf: 243' }).waitFor()
  })

  it('take back everything from a person who leaves', async () => {
    const scene = await stage()
    const { page, home } = scene
    const person = await makePerson(scene, 'Ben')
    const things = [await makeAsset(scene), await makeAsset(scene), await makeAsset(scene)]
    for (const thing of things) await handOut(scene, thing, person)
    // Pages of two records instead of a hundred, so that the third one is on the next page.
    await page.route(/\/assignments\?/, (route) =>
      route.continue({ url: route.request().url().replace('limit=100', 'limit=2') }),
    )
    await page.goto(`${home}/people/${person.id}`)
    await page.getByRole('region', { name: 'Holds now' }).getByText(things[0].name).waitFor()
    await page.getByRole('button', { name: 'Take everything back' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('3 things are taken back').waitFor()
    expect(await call(page, 'GET', `/assets/${things[0].id}`)).toMatchObject({ person_id: person.id })
    await dialog.getByRole('button', { name: 'Take everything back' }).click()
    await page.getByText('3 things were taken back.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Nothing is handed out to this person.').waitFor()
    for (const { id } of things)
      expect(await call(page, 'GET', `/assets/${id}`)).toMatchObject({ person_id: null })
  })

  it('take one thing back, and undo it with the same day and number of pieces', async () => {
    const scene = await stage()
    const { page, home } = scene
    const person = await makePerson(scene, 'Rolf')
    const place = await makePlace(scene)
    const kind = await call(page, 'POST', '/asset-models', {
      name: unique('Cable'),
      tracking_type: 'countable',
    })
    const thing = await makeAsset(scene)
    const cables = await makeAsset(
      { ...scene, model: kind },
      { serial_number: undefined, quantity: 9, location_id: place.id },
    )
    const loan = { person_id: person.id, expected_return_date: '2099-01-31' }
    await call(page, 'POST', `/assets/${thing.id}/assignments`, loan)
    await call(page, 'POST', `/assets/${cables.id}/assignments`, { ...loan, quantity: 3 })
    const stock = () => call(page, 'GET', `/assets/${cables.id}/stock`)
    const before = await stock()
    const open = () => call(page, 'GET', `/persons/${person.id}/assignments?status=active`)
    await page.goto(`${home}/people/${person.id}`)
    for (const { name } of [thing, cables]) {
      await page.getByRole('button', { name: `Take back ${name}` }).click()
      await page.getByText(`${name} was taken back.`).waitFor()
      expect(await open()).toHaveLength(1)
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Undone.').waitFor()
      await page.getByRole('button', { name: `Take back ${name}` }).waitFor()
      // The reload removes the messages.
      await page.reload()
    }
    // The latest first.
    expect(await open()).toMatchObject([
      { ...loan, asset_id: cables.id, quantity: 3 },
      { ...loan, asset_id: thing.id, quantity: 1 },
    ])
    expect(await stock()).toEqual(before)
  })

  it('hand something out to a person from their page', async () => {
    const scene = await stage()
    const { page, home } = scene
    const person = await makePerson(scene, 'Hanna')
    const thing = await makeAsset(scene)
    await page.goto(`${home}/people/${person.id}`)
    await page.getByRole('link', { name: 'Hand out', exact: true }).click()
    await page.getByRole('status').getByText(`To ${person.display_name}`).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await scan(page, thing.asset_tag, `${thing.name} was handed to ${person.display_name}.`)
    expect(await call(page, 'GET', `/assets/${thing.id}`)).toMatchObject({ person_id: person.id })
  })

  it('show what a person waits for, and lead to the account', async () => {
    const scene = await stage()
    const { page, home } = scene
    const person = await makePerson(scene, 'Rita')
    const user = await call(page, 'POST', '/users', { email: newEmail(), password: PASSWORD })
    await call(page, 'PATCH', `/users/${user.id}`, { display_name: 'Rita of the accounts' })
    await call(page, 'PATCH', `/persons/${person.id}`, { user_id: user.id })
    const make = (title: string, more: object) =>
      call(page, 'POST', '/issues', { title, issue_type: 'service_request', ...more })
    const both = { reporter_id: user.id, details: { requester_person_id: person.id } }
    await make('A chair', both)
    await make('A table', { details: { requested_for_person_id: person.id } })
    await make('Of somebody else', {})
    await page.goto(`${home}/people/${person.id}`)
    const requests = page.getByRole('region', { name: 'Reported and requested' })
    await requests.getByRole('link', { name: 'A table' }).waitFor()
    expect(await requests.getByRole('link').count()).toBe(2)
    await requests.getByRole('link', { name: 'A chair' }).waitFor()
    await page.getByRole('link', { name: 'Rita of the accounts' }).click()
    await page.waitForURL(`**${home}/settings/members/${user.id}`)
    await page.getByRole('heading', { level: 1, name: 'Rita of the accounts' }).waitFor()
  })

  it('end all that is ticked when a person leaves: things, work, school, keys and groups', async () => {
    expectFailures(404)
    const scene = await stage()
    const { page, home } = scene
    const { person, user, heir, work, spared, key } = await makeLeaver(scene)
    const thing = await makeAsset(scene)
    await handOut(scene, thing, person)
    await page.goto(`${home}/people/${person.id}`)
    await page
      .getByRole('region', { name: 'Holds now' })
      .getByRole('listitem')
      .getByText(thing.asset_tag, { exact: true })
      .waitFor()
    await page.getByRole('button', { name: `More for ${person.display_name}` }).click()
    await page.getByRole('menuitem', { name: 'Person leaves…' }).click()
    await page.getByRole('heading', { level: 1, name: /leaves$/ }).waitFor()
    const part = (name: string) => page.getByRole('region', { name, exact: true })
    const ticks = [
      ['Holds now', thing.name],
      ['Open work', work.title],
      ['Open work', spared.title],
      ['Enrollments', /^Learns at/],
      ['Employments', /^Works at/],
      ['API keys', key.name],
      ['Groups', 'Helpers'],
      ['Groups', 'Users'],
    ] as const
    for (const [where, what] of ticks)
      expect(await part(where).getByLabel(what).isChecked(), where).toBe(true)
    await part('Holds now').getByText(thing.asset_tag, { exact: true }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await part('Open work').getByLabel(spared.title).uncheck()
    await pick(page.getByRole('combobox', { name: 'Give open work to' }), heir.display_name)
    const counted = await countActions(page)
    await page.getByRole('button', { name: 'End 7 things' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 API key is deleted').waitFor()
    await dialog.getByText('2 groups are left').waitFor()
    await dialog
      .getByRole('listitem')
      .filter({ hasText: `Take back 1 asset: ${thing.asset_tag} ${thing.name}` })
      .waitFor()
    await dialog.getByText('cannot be undone').waitFor()
    expect(await dialog.getByRole('listitem').count()).toBe(6)
    expect(await call(page, 'GET', `/assets/${thing.id}`)).toMatchObject({ person_id: person.id })
    await dialog.getByRole('button', { name: 'End 7 things' }).click()
    await page
      .getByText(
        'Done: 1 asset taken back, 1 issue reassigned, 1 enrollment ended, 1 employment ended, 1 API key deleted, removed from 2 groups.',
      )
      .waitFor()
    await page.getByRole('button', { name: 'Nothing is ticked' }).waitFor()
    const actions = await counted()
    printJob('A person with seven ties leaves', actions)
    expect(actions).toEqual({ clicks: 2, keys: 0, loads: 0 })
    await part('Groups').getByText('in no group').waitFor()
    expect(await call(page, 'GET', `/assets/${thing.id}`)).toMatchObject({ person_id: null })
    expect(await call(page, 'GET', `/issues/${work.id}`)).toMatchObject({ assignee_id: heir.id })
    expect(await call(page, 'GET', `/issues/${spared.id}`)).toMatchObject({ assignee_id: user.id })
    expect(await call(page, 'GET', `/api-keys?user_id=${user.id}`)).toEqual([])
    const states = async (path: string) =>
      (await call(page, 'GET', path)).map(({ status }: { status: string }) => status)
    expect(await states(`/persons/${person.id}/school-enrollments`)).toEqual(['withdrawn'])
    expect(await states(`/school-employments?person_id=${person.id}`)).toEqual(['terminated'])
  })

  it('ask before anything of a person who leaves is ended, and offer no button when nothing is left', async () => {
    const scene = await stage()
    const { page, home } = scene
    const person = await makePerson(scene, 'Nell')
    const thing = await makeAsset(scene)
    await handOut(scene, thing, person)
    await page.goto(`${home}/people/${person.id}/leaving`)
    await page.getByRole('button', { name: 'Take back 1 asset' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(thing.name).waitFor()
    // The asset can be handed out again.
    expect(await dialog.getByText('cannot be undone').count()).toBe(0)
    expect(await violationsOf(page)).toEqual([])
    expect(await call(page, 'GET', `/assets/${thing.id}`)).toMatchObject({ person_id: person.id })
    await dialog.getByRole('button', { name: 'Take back 1 asset' }).click()
    await page.getByText('Done: 1 asset taken back.').waitFor()
    await page.getByText('There is nothing left for you to end here.').waitFor()
    const ended = page.getByRole('region', { name: 'Ended', exact: true })
    await ended.getByText(`1 asset taken back: ${thing.asset_tag} ${thing.name}`).waitFor()
    const back = ended.getByRole('link', { name: `Back to ${person.display_name}` })
    await expect.poll(() => back.evaluate((link) => link === document.activeElement)).toBe(true)
    await settled(page)
    expect(await back.evaluate((link) => link === document.activeElement)).toBe(true)
    expect(await page.getByRole('button', { name: 'Nothing is ticked' }).count()).toBe(0)
    expect(await call(page, 'GET', `/assets/${thing.id}`)).toMatchObject({ person_id: null })
  })

  it('say beside each what was refused when a person leaves, and keep keys and groups until then', async () => {
    expectFailures(404, 412, 'no answer')
    const scene = await stage()
    const { page, home } = scene
    const { person, user, heir, work, spared } = await makeLeaver(scene)
    const part = (name: string) => page.getByRole('region', { name, exact: true })
    const end = async (name: string) => {
      await page.getByRole('button', { name, disabled: false }).click()
      await page.getByRole('dialog').getByRole('button', { name }).click()
    }
    // Events of the changes below would clear the checkboxes before the button is pressed.
    await page.route(/\/events\b/, (route) => route.abort())
    await page.goto(`${home}/people/${person.id}/leaving`)
    await page.getByRole('button', { name: 'End 7 things' }).waitFor()
    await call(page, 'PATCH', `/issues/${work.id}`, { assignee_id: heir.id })
    await call(page, 'PATCH', `/issues/${spared.id}`, { title: unique('Paint it red') })
    await end('End 7 things')
    await page.getByText('2 of 7 are done.').waitFor()
    const refusals = part('Open work').getByText('Somebody changed this in the meantime.')
    await expect.poll(() => refusals.count()).toBe(2)
    await part('API keys').getByText('These have not ended, because something above was refused.').waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(await call(page, 'GET', `/issues/${work.id}`)).toMatchObject({ assignee_id: heir.id })
    expect(await call(page, 'GET', `/issues/${spared.id}`)).toMatchObject({ assignee_id: user.id })
    expect(await call(page, 'GET', `/api-keys?user_id=${user.id}`)).toHaveLength(1)
    // The changed records are loaded by now. The key and the groups are still ticked.
    await end('End 4 things')
    await page.getByText('Done: 1 issue reassigned, 1 API key deleted, removed from 2 groups.').waitFor()
    expect(await call(page, 'GET', `/issues/${spared.id}`)).toMatchObject({ assignee_id: null })
  })

  it('keep keys and groups of a person who leaves while something else is not loaded', async () => {
    expectFailures('no answer')
    const scene = await stage()
    const { page, home } = scene
    const { person } = await makeLeaver(scene)
    await page.route(/\/issues\?.*assignee_id/, (route) => route.abort())
    await page.goto(`${home}/people/${person.id}/leaving`)
    await page
      .getByRole('region', { name: 'Groups' })
      .getByText('These can end when everything above is loaded.')
      .waitFor()
    await page.getByRole('button', { name: 'End 1 enrollment and end 1 employment' }).waitFor()
    await page.unroute(/\/issues\?.*assignee_id/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'End 7 things' }).waitFor()
  })

  it('offer nobody their own work when they leave', async () => {
    const scene = await stage()
    const { page, home } = scene
    const { person, user, heir } = await makeLeaver(scene)
    const leaver = await call(page, 'PATCH', `/users/${user.id}`, { display_name: unique('Hedda Leaver') })
    await page.goto(`${home}/people/${person.id}/leaving`)
    await page.getByRole('combobox', { name: 'Give open work to' }).fill('Hedda')
    const list = page.locator('.picker-list [aria-busy="false"]')
    await list.getByRole('option', { name: heir.display_name }).waitFor()
    expect(await list.getByRole('option', { name: leaver.display_name }).count()).toBe(0)
  })

  it('tick nothing for who leaves and does it themself, and warn them', async () => {
    const scene = await stage()
    const { page, home } = scene
    const person = await makePerson(scene, 'Mia')
    const me = await call(page, 'GET', '/me')
    await call(page, 'PATCH', `/persons/${person.id}`, { user_id: me.id })
    await page.goto(`${home}/people/${person.id}/leaving`)
    await page.getByText('This is your own account.').waitFor()
    await page.getByRole('button', { name: 'Nothing is ticked' }).waitFor()
    const groups = page.getByRole('region', { name: 'Groups' }).getByRole('checkbox')
    expect(await groups.count()).toBeGreaterThan(0)
    await groups.first().check()
    await page.getByRole('button', { name: 'Remove from 1 group' }).click()
    await page.getByRole('dialog').getByText('you are about to lock yourself out').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect(await groups.first().isChecked()).toBe(true)
  })

  it('end only what the reader may change when a person leaves', async () => {
    const scene = await stage()
    const { page, home } = scene
    const { person, key } = await makeLeaver(scene)
    await page.route('**/me/permissions', async (route) => {
      const answer = await route.fetch()
      const body: object = await answer.json()
      const permissions = ['persons:read', 'issues:read', 'issues:write', 'service_accounts:read']
      await route.fulfill({ response: answer, json: { ...body, permissions, projects: [] } })
    })
    await page.goto(`${home}/people/${person.id}/leaving`)
    await page.getByRole('button', { name: 'Reassign 2 issues' }).waitFor()
    const regions = page.getByRole('main').getByRole('region')
    await page.getByRole('region', { name: 'API keys' }).getByText(key.name).waitFor()
    expect(await page.getByRole('region', { name: 'API keys' }).getByRole('checkbox').count()).toBe(0)
    expect(await regions.count()).toBe(2)
  })

  it('end every enrollment and employment of a person who leaves, on however many pages', async () => {
    const scene = await stage()
    const { page, home } = scene
    const { person } = await makeLeaver(scene)
    const school = await call(page, 'POST', '/schools', { name: unique('Hillside') })
    await call(page, 'POST', '/school-employments', { person_id: person.id, school_id: school.id })
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const year = { name: unique('Next'), start: day(120), end: day(400) }
    const calendar = await call(page, 'POST', '/school-calendars', {
      name: unique('Later'),
      school_id: school.id,
      calendar_id: (await call(page, 'POST', '/school-years', year)).id,
    })
    await call(page, 'POST', '/school-enrollments', { person_id: person.id, calendar_id: calendar.id })
    // Pages of one record instead of a hundred, so that the second one is on the next page.
    await page.route(/\/school-(enrollments|employments)\?/, (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/limit=\d+/, 'limit=1'),
      }),
    )
    await page.goto(`${home}/people/${person.id}/leaving`)
    for (const name of ['Enrollments', 'Employments'])
      await expect
        .poll(() => page.getByRole('region', { name, exact: true }).getByRole('checkbox').count())
        .toBe(2)
  })

  it('end what a person has at schools on their last day, or on its first day if that is later', async () => {
    const scene = await stage()
    const { page, home } = scene
    const post = (path: string, body: object) => call(page, 'POST', path, body)
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const { id: person_id } = await makePerson(scene, 'Lara')
    const school = await post('/schools', { name: unique('Riverside') })
    const enroll = async (start: string, end: string) => {
      const year = await post('/school-years', { name: unique('Year'), start, end })
      const calendar = { name: unique('Regular'), school_id: school.id, calendar_id: year.id }
      const { id: calendar_id } = await post('/school-calendars', calendar)
      return post('/school-enrollments', { person_id, calendar_id, entry_date: start })
    }
    await enroll(day(-200), day(100))
    await enroll(day(120), day(400))
    const hire = async (hire_date: string, at: { id: string }) => {
      const { id } = await post('/school-employments', { person_id, school_id: at.id })
      await post(`/school-employments/${id}/hire`, { hire_date })
    }
    await hire(day(-90), school)
    await hire(day(-1), await post('/schools', { name: unique('Hillside') }))
    await page.goto(`${home}/people/${person_id}/leaving`)
    const button = page.getByRole('button', { name: 'End 2 enrollments and end 2 employments' })
    await page.getByLabel('Last day').fill(day(2))
    await page.getByText('Enter today or an earlier day.').waitFor()
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await page.getByLabel('Last day').fill(day(-3))
    await button.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`Last day: ${day(-3)}`).waitFor()
    await dialog.getByRole('button', { name: /^End / }).click()
    await page.getByText('There is nothing left for you to end here.').waitFor()
    const daysOf = async (path: string, member: string) =>
      (await call(page, 'GET', path)).map((one: Record<string, string>) => one[member]).toSorted()
    expect(await daysOf(`/persons/${person_id}/school-enrollments`, 'exit_date')).toEqual([day(-3), day(120)])
    expect(await daysOf(`/school-employments?person_id=${person_id}`, 'end_date')).toEqual([day(-3), day(-1)])
  })

  it('leave the work of an archived project to the person who leaves', async () => {
    const scene = await stage()
    const { page, home } = scene
    const { person, work } = await makeLeaver(scene)
    await call(page, 'POST', `/projects/${work.project_id}/archive`)
    await page.goto(`${home}/people/${person.id}/leaving`)
    const part = page.getByRole('region', { name: 'Open work' })
    await part.getByText('Its project must not be archived').waitFor()
    expect(await part.getByRole('checkbox').count()).toBe(0)
  })

  it('say what of it the reader may not end when a person leaves, and offer none of that', async () => {
    const scene = await stage()
    const { page, home } = scene
    const { person, user, work } = await makeLeaver(scene)
    const post = (path: string, body: object) => call(page, 'POST', path, body)
    const groups = new Map<string, string>(
      (await call(page, 'GET', '/groups')).map(({ key, id }: { key: string; id: string }) => [key, id]),
    )
    await post(`/groups/${groups.get('owners')}/memberships`, { user_id: user.id })
    const mine = await makeAsset(scene, { project_id: work.project_id })
    const other = await makeAsset(scene)
    for (const thing of [mine, other]) await handOut(scene, thing, person)
    const email = newEmail()
    const clerk = await post('/users', { email, password: PASSWORD })
    await call(page, 'PATCH', `/groups/${groups.get('users')}`, { permissions: [] })
    const hall = [
      'persons:read',
      'assets:read',
      'issues:read',
      'groups:read',
      'groups:write',
      'education:read',
    ]
    const clerks = await post('/groups', { name: 'Clerks', permissions: hall })
    const team = ['assets:write', 'issues:write']
    const crew = await post('/groups', {
      name: 'Crew',
      project_id: work.project_id,
      permissions: team,
    })
    for (const { id } of [clerks, crew]) await post(`/groups/${id}/memberships`, { user_id: clerk.id })
    const reading = await newPage({ storageState: keptAfterSignIn(await signInOf(email)) })
    await reading.goto(`${home}/people/${person.id}/leaving`)
    const part = (name: string) => reading.getByRole('region', { name, exact: true })
    // Two issues and one asset of the project, and two groups. Helpers may read assets, and so may the reader.
    await reading.getByRole('button', { name: 'End 5 things' }).waitFor()
    expect(await part('Holds now').getByRole('checkbox', { name: mine.name }).count()).toBe(1)
    await part('Holds now').getByText(other.name).waitFor()
    expect(await part('Holds now').getByRole('checkbox').count()).toBe(1)
    await part('Holds now').getByText('To take back an item without a checkbox, you need').waitFor()
    await part('Enrollments').getByText('the permission to change education').waitFor()
    await part('Groups').getByText('Owners', { exact: true }).waitFor()
    expect(await part('Groups').getByRole('checkbox', { name: 'Owners' }).count()).toBe(0)
    expect(await part('Groups').getByRole('checkbox').count()).toBe(2)
    await part('Groups').getByText('grant permissions that you do not have').waitFor()
    expect(await part('Open work').getByText('without a checkbox').count()).toBe(0)
    await reading.getByText('Employments, API keys').waitFor()
    expect(await violationsOf(reading)).toEqual([])
    await reading.getByRole('button', { name: 'End 5 things' }).click()
    await reading.getByRole('dialog').getByRole('button', { name: 'End 5 things' }).click()
    await reading.getByText('Done: 1 asset taken back, 2 issues reassigned, removed from 2 groups.').waitFor()
    await reading.goto(`${home}/people/${person.id}`)
    await reading.getByRole('region', { name: 'Holds now' }).getByText(other.name).waitFor()
    expect(await reading.getByRole('button', { name: /^Take/ }).count()).toBe(0)
  })

  it('offer no changes to who may only read', async () => {
    const scene = await stage()
    const { page, home } = scene
    const person = await makePerson(scene, 'Cem')
    await handOut(scene, await makeAsset(scene), person)
    await page.route('**/me/permissions', async (route) => {
      const answer = await route.fetch()
      const body: object = await answer.json()
      await route.fulfill({
        response: answer,
        json: { ...body, permissions: ['assets:read', 'persons:read'], projects: [] },
      })
    })
    await page.goto(`${home}/people/${person.id}`)
    await page.getByText('Held before').or(page.getByText('Since')).first().waitFor()
    for (const name of [/Take/, 'Edit', 'Add a contact', /^More for/])
      expect(await page.getByRole('main').getByRole('button', { name }).count()).toBe(0)
    await page.goto(`${home}/scan/issue`)
    await page.getByRole('heading', { name: 'You do not have access to this' }).waitFor()
  })
})

/**
 * The email address of a user who may write the assets of one project, and has the permissions `everywhere` in the whole
 * organisation.
 */
async function memberOfProject(page: Page, everywhere: readonly string[]) {
  const project = await call(page, 'POST', '/projects', { name: unique('Devices') })
  const email = newEmail()
  const { id: user_id } = await call(page, 'POST', '/users', { email, password: PASSWORD })
  const [users] = await call(page, 'GET', '/groups?key=users')
  await call(page, 'PATCH', `/groups/${users.id}`, { permissions: everywhere })
  const permissions = ['assets:read', 'assets:write', 'projects:read']
  const crew = await call(page, 'POST', '/groups', { name: 'Crew', project_id: project.id, permissions })
  await call(page, 'POST', `/groups/${crew.id}/memberships`, { user_id })
  return { project, email }
}

it('let a member of one project register and change the assets of that one', async () => {
  const scene = await stage()
  const { page, home } = scene
  const { project, email } = await memberOfProject(page, ['assets:read', 'persons:read'])
  const person = await makePerson(scene, 'Pia')
  const [mine, other] = [await makeAsset(scene, { project_id: project.id }), await makeAsset(scene)]
  for (const thing of [mine, other]) await handOut(scene, thing, person)
  const theirs = await newPage({ storageState: keptAfterSignIn(await signInOf(email)) })
  await theirs.goto(`${home}/assets`)
  await theirs.getByRole('button', { name: 'Register an asset' }).click()
  const form = theirs.getByRole('form', { name: 'Register an asset' })
  await pick(form.getByRole('combobox', { name: 'Model' }), scene.model.name)
  await form.getByLabel('Name', { exact: true }).fill('Camera')
  await form.getByLabel('Serial number').fill(unique('C'))
  await expect.poll(() => form.getByLabel('Project').inputValue()).toBe(project.id)
  await form.getByRole('button', { name: 'Register' }).click()
  await theirs.getByText('Camera was registered').waitFor()
  expect(await call(page, 'GET', `/assets?project_id=${project.id}`)).toHaveLength(2)
  await theirs.goto(`${home}/asset-assignments`)
  await theirs.getByRole('button', { name: `Change the days of ${mine.name}` }).waitFor()
  await settled(theirs)
  expect(await theirs.getByRole('button', { name: `Change the days of ${other.name}` }).count()).toBe(0)
})

it('offers who may read neither people nor places of all custody only to take back', async () => {
  const scene = await stage()
  const { page, home } = scene
  const { project, email } = await memberOfProject(page, [])
  const [free, held] = [
    await makeAsset(scene, { project_id: project.id }),
    await makeAsset(scene, { project_id: project.id }),
  ]
  await handOut(scene, held, await makePerson(scene, 'Pia'))
  const theirs = await newPage({ storageState: keptAfterSignIn(await signInOf(email)) })
  await theirs.goto(`${home}/assets/${free.id}`)
  await theirs.getByRole('button', { name: 'Edit' }).waitFor()
  await settled(theirs)
  expect(await theirs.getByRole('button', { name: 'Hand out' }).count()).toBe(0)
  await theirs.goto(`${home}/assets/${held.id}`)
  await theirs.getByRole('button', { name: 'Take back' }).waitFor()
  await theirs.getByRole('link', { name: 'Scan', exact: true }).click()
  await theirs.getByRole('heading', { level: 1, name: 'Take back' }).waitFor()
  const kinds = theirs.getByRole('navigation', { name: 'Kinds of scans' })
  expect(await kinds.getByRole('link').allInnerTexts()).toEqual(['Take back'])
  await theirs.locator('input:focus[aria-describedby="scan-hint"]').waitFor()
  await scan(theirs, held.asset_tag, `${held.name} is back`)
  for (const kind of ['move', 'stock']) {
    await theirs.goto(`${home}/scan/${kind}`)
    await theirs.getByRole('heading', { level: 1, name: 'You do not have access to this' }).waitFor()
  }
})

describe('the page of an asset', () => {
  it('hands it out and takes it back, and undoes only what can be restored', async () => {
    const scene = await stage()
    const { page, home } = scene
    const person = await makePerson(scene, 'Hana')
    const { id, name } = await makeAsset(scene)
    // As in a large organisation, the list without search words does not contain the person.
    await page.route(/\/persons\?(?!.*\bq=)/, async (route) =>
      route.fulfill({ response: await route.fetch(), json: [] }),
    )
    await page.goto(`${home}/assets/${id}`)
    await page.getByRole('button', { name: 'Hand out' }).click()
    const dialog = page.getByRole('dialog')
    await pick(dialog.getByRole('combobox', { name: 'Person' }), person.display_name)
    await page.keyboard.press('ArrowDown')
    await page.getByRole('listbox').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await dialog.getByLabel('Due back').fill('2030-01-31')
    await dialog.getByRole('button', { name: 'Hand out' }).click()
    const custody = page.getByRole('region', { name: 'Custody' })
    await custody.getByRole('link', { name: person.display_name }).waitFor()
    const held = { person_id: person.id, expected_return_date: '2030-01-31' }
    expect(await call(page, 'GET', `/assets/${id}`)).toMatchObject(held)
    await page.getByRole('definition').getByRole('link', { name: person.display_name }).waitFor()
    // The reload removes the message with its Undo button.
    await page.reload()
    const choose = async (move: string) => {
      await page.getByRole('button', { name: `More for ${name}` }).click()
      await page.getByRole('menuitem', { name: move }).click()
      await dialog.getByRole('button', { name: move }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    // The most likely next move of an asset that is handed out is the primary button.
    await page.locator('.page-head .button.primary', { hasText: 'Take back' }).click()
    await dialog.getByRole('button', { name: 'Take back' }).click()
    await page.getByText(`${name} was taken back.`).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    expect(await call(page, 'GET', `/assets/${id}`)).toMatchObject(held)
    await page.getByRole('button', { name: 'Take back' }).waitFor()
    await choose('Retire')
    await page.getByText(`${name} was retired.`).waitFor()
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  })

  it('undoes that it was handed out or on', async () => {
    const scene = await stage()
    const { page, home } = scene
    const [first, second] = [await makePerson(scene, 'Fay'), await makePerson(scene, 'Sam')]
    const place = await makePlace(scene)
    const { id } = await makeAsset(scene, { location_id: place.id })
    const dialog = page.getByRole('dialog')
    const give = async (move: string, person: { display_name: string }) => {
      await pick(dialog.getByRole('combobox', { name: 'Person' }), person.display_name)
      await dialog.getByRole('button', { name: move }).click()
      await page.getByRole('definition').getByRole('link', { name: person.display_name }).waitFor()
    }
    const undo = async () => {
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Undone.').waitFor()
    }
    await page.goto(`${home}/assets/${id}`)
    await page.getByRole('button', { name: 'Hand out' }).click()
    await give('Hand out', first)
    await undo()
    const before = { person_id: null, location_id: place.id }
    await expect.poll(() => call(page, 'GET', `/assets/${id}`)).toMatchObject(before)
    const day = '2030-01-31'
    await call(page, 'POST', `/assets/${id}/assignments`, { person_id: first.id, expected_return_date: day })
    await page.reload()
    await page.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Hand on' }).click()
    await give('Hand on', second)
    await undo()
    const held = { person_id: first.id, expected_return_date: day }
    await expect.poll(() => call(page, 'GET', `/assets/${id}`)).toMatchObject(held)
  })

  it('leaves it with whoever got it while the form was open, and says who that is', async () => {
    const scene = await stage()
    const { page, home } = scene
    const [first, second, third] = [
      await makePerson(scene, 'Nora'),
      await makePerson(scene, 'Niamh'),
      await makePerson(scene, 'Tom'),
    ]
    const asset = await makeAsset(scene)
    const dialog = page.getByRole('dialog')
    const holder = ({ display_name }: { display_name: string }) =>
      page.getByRole('definition').getByRole('link', { name: display_name, includeHidden: true }).waitFor()
    const now = () => call(page, 'GET', `/assets/${asset.id}`)
    await page.goto(`${home}/assets/${asset.id}`)
    await page.getByRole('button', { name: 'Hand out' }).click()
    await dialog.getByRole('button', { name: 'Hand out' }).click()
    await dialog.locator('.error').getByText('Enter either a person or a location.').waitFor()
    await pick(dialog.getByRole('combobox', { name: 'Person' }), first.display_name)
    await handOut(scene, asset, second)
    await holder(second)
    await dialog.getByRole('button', { name: 'Hand out' }).click()
    await dialog.getByText(`${asset.name} was handed out to ${second.display_name} meanwhile.`).waitFor()
    expect(await now()).toMatchObject({ person_id: second.id })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const more = page.getByRole('button', { name: `More for ${asset.name}` })
    const handOn = async () => {
      await more.click()
      await page.getByRole('menuitem', { name: 'Hand on' }).click()
      await pick(dialog.getByRole('combobox', { name: 'Person' }), first.display_name)
    }
    await handOn()
    await handOut(scene, asset, third)
    await holder(third)
    await dialog.getByRole('button', { name: 'Hand on' }).click()
    await dialog.getByText(`${asset.name} was handed out to ${third.display_name} meanwhile.`).waitFor()
    expect(await now()).toMatchObject({ person_id: third.id })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await handOn()
    await dialog.getByRole('button', { name: 'Hand on' }).click()
    await holder(first)
  })

  it('lists its repairs, and leads to its place and project', async () => {
    const scene = await stage()
    const { page, home } = scene
    const place = await makePlace(scene)
    const project = await call(page, 'POST', '/projects', { name: unique('Devices') })
    const { id } = await makeAsset(scene, { location_id: place.id, project_id: project.id })
    await page.goto(`${home}/assets/${id}`)
    const repairs = page.getByRole('region', { name: 'Repairs' })
    await repairs.getByText('It was never in repair.').waitFor()
    await page.getByRole('definition').getByRole('link', { name: project.name }).waitFor()
    await page.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Report a repair' }).click()
    await page.getByRole('dialog').getByLabel('What is wrong').fill('The hinge is loose')
    await page.getByRole('dialog').getByRole('button', { name: 'Report a repair' }).click()
    await repairs.getByRole('link', { name: 'The hinge is loose' }).click()
    await page.getByRole('heading', { level: 1, name: 'The hinge is loose' }).waitFor()
    await page.goBack()
    await page.getByRole('definition').getByRole('link', { name: place.name }).click()
    await page.getByRole('heading', { level: 1, name: place.name }).waitFor()
  })

  it('gives an overdue thing back without its day, and says so', async () => {
    const scene = await stage()
    const { page, home } = scene
    const person = await makePerson(scene, 'Ole')
    const { id, name } = await makeAsset(scene)
    const days = { start_date: '2020-01-01', expected_return_date: '2020-01-31' }
    await call(page, 'POST', `/assets/${id}/assignments`, { person_id: person.id, ...days })
    await page.goto(`${home}/assets/${id}`)
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(`${name} is handed out without a due date`).waitFor()
    const held = { person_id: person.id, expected_return_date: null }
    expect(await call(page, 'GET', `/assets/${id}`)).toMatchObject(held)
  })

  it('is in the list of what is handed out, which changes when it is due', async () => {
    const scene = await stage()
    const { page, home } = scene
    const [asset, person] = [await makeAsset(scene), await makePerson(scene, 'Hana')]
    await handOut(scene, asset, person)
    await page.goto(`${home}/assets`)
    await page.getByRole('link', { name: 'Handed out' }).click()
    await page.getByRole('link', { name: person.display_name }).waitFor()
    await page.getByRole('button', { name: `Change the days of ${asset.name}` }).click()
    await page.getByLabel('Due back').fill('2099-01-31')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The days were saved.').waitFor()
    await page.getByRole('row').filter({ hasText: asset.name }).getByText('2099').waitFor()
    expect(await call(page, 'GET', `/assets/${asset.id}`)).toMatchObject({
      expected_return_date: '2099-01-31',
    })
    await page.goto(`${home}/assets/${asset.id}`)
    await page
      .getByRole('region', { name: 'Movements' })
      .getByRole('listitem')
      .filter({ hasText: `Handed out${person.display_name}` })
      .waitFor()
  })
})

/** The screen that hands out to a second person, and three assets that the first one has. */
async function takeovers(scene: Stage, loan: object) {
  const { page } = scene
  const [first, second] = [await makePerson(scene, 'Dora'), await makePerson(scene, 'Emil')]
  const things = [await makeAsset(scene), await makeAsset(scene), await makeAsset(scene)] as const
  const held = { person_id: first.id, ...loan }
  for (const { id } of things) await call(page, 'POST', `/assets/${id}/assignments`, held)
  await openScan(scene, 'issue')
  await scan(page, second.external_id, `Handing out to ${second.display_name}`)
  const question = page.getByRole('alert')
  const lines = page.getByRole('list', { name: 'Scans' })
  return {
    first,
    second,
    things,
    held,
    question,
    lines,
    now: ({ id }: { id: string }) => call(page, 'GET', `/assets/${id}`),
    /** Waits for a question that a key answers. */
    asksFor: async ({ name }: { name: string }) => {
      const to = `To hand it to ${second.display_name}, scan it again or press Enter`
      const asked = question.filter({ hasText: `${first.display_name} has ${name}. ${to}` })
      await asked.locator('button[aria-keyshortcuts=Enter]').waitFor()
    },
    stays: ({ name }: { name: string }) =>
      lines.getByText(`${name} stays with ${first.display_name}.`).first().waitFor(),
  }
}

describe('a scanner that types', () => {
  it('hands things to people, and refuses what cannot be', async () => {
    const scene = await stage()
    const { page } = scene
    const [first, second] = [await makePerson(scene, 'Dora'), await makePerson(scene, 'Emil')]
    const [one, two] = [await makeAsset(scene), await makeAsset(scene)]
    await openScan(scene, 'issue')
    await scan(page, one.asset_tag, 'Scan or type a person first.')
    await scan(page, first.external_id, `Handing out to ${first.display_name}`)
    await scan(page, one.asset_tag, `${one.name} was handed to ${first.display_name}`)
    await scan(page, second.display_name, `Handing out to ${second.display_name}`)
    await scan(page, two.asset_tag, `${two.name} was handed to ${second.display_name}`)
    await scan(page, two.asset_tag, 'has it already')
    expect(await call(page, 'GET', `/assets/${one.id}`)).toMatchObject({ person_id: first.id })
    expect(await call(page, 'GET', `/assets/${two.id}`)).toMatchObject({ person_id: second.id })
  })

  it('undoes what was handed out by the button of its line, or by u', async () => {
    const scene = await stage()
    const { page } = scene
    const person = await makePerson(scene, 'Dora')
    const [one, two, three] = [await makeAsset(scene), await makeAsset(scene), await makeAsset(scene)]
    const holderOf = async ({ id }: { id: string }) => (await call(page, 'GET', `/assets/${id}`)).person_id
    const undo = (thing: { name: string }) => page.getByRole('button', { name: `Undo: ${thing.name}` })
    await openScan(scene, 'issue')
    await scan(page, 'u', 'Nothing in the list can be undone.')
    await scan(page, person.external_id, `Handing out to ${person.display_name}`)
    for (const thing of [one, two, three])
      await scan(page, thing.asset_tag, `${thing.name} was handed to ${person.display_name}`)
    expect(await violationsOf(page)).toEqual([])
    // Also after a reload, and whichever line it is.
    await page.reload()
    await undo(two).click()
    await page.getByText(`${two.name}: undone.`).waitFor()
    await undo(two).waitFor({ state: 'detached' })
    expect([await holderOf(one), await holderOf(two), await holderOf(three)]).toEqual([
      person.id,
      null,
      person.id,
    ])
    await page.locator('input:focus[aria-describedby="scan-hint"]').waitFor()
    await scan(page, 'u', `${three.name}: undone.`)
    expect(await holderOf(three)).toBe(null)
    await call(page, 'POST', '/asset-circulations', { asset_id: one.id, circulation_type: 'return' })
    await scan(page, 'U', `${person.display_name} does not have ${one.name} any more.`)
  })

  it('hands out as many pieces of a stock as are typed, and says how many', async () => {
    const scene = await stage()
    const { page } = scene
    const person = await makePerson(scene, 'Dora')
    const to = person.display_name
    const kind = await call(page, 'POST', '/asset-models', {
      name: unique('Cable'),
      tracking_type: 'countable',
    })
    const cables = await makeAsset({ ...scene, model: kind }, { serial_number: undefined, quantity: 9 })
    const left = async () => (await call(page, 'GET', `/assets/${cables.id}`)).available_quantity
    await openScan(scene, 'issue')
    await scan(page, person.external_id, `Handing out to ${to}`)
    await scan(page, cables.asset_tag, `1 piece of ${cables.name} was handed to ${to}.`)
    expect(await left()).toBe(8)
    await scan(page, '10', `Only 8 more pieces of ${cables.name} can be handed out.`)
    await scan(page, '0', `1 piece of ${cables.name} was handed out already.`)
    await scan(page, '2', `2 pieces of ${cables.name} were handed to ${to} in all.`)
    await scan(page, '4', `4 pieces of ${cables.name} were handed to ${to} in all.`)
    expect(await left()).toBe(5)
    await scan(page, '3', `4 pieces of ${cables.name} were handed out already.`)
    await scan(page, 'u', `${cables.name}: undone.`)
    expect(await left()).toBe(7)
    await scan(page, '4', 'This code or name is unknown.')
    await type(page, 'u')
    await expect.poll(left).toBe(8)
    // A number that is a code is one.
    const other = await call(page, 'POST', '/persons', {
      identity: { first_name: 'Emil', last_name: unique('Keller') },
      external_id: '5',
    })
    await scan(page, cables.asset_tag, `1 piece of ${cables.name} was handed to ${to}.`)
    await scan(page, '5', `Handing out to ${other.display_name}`)
    await scan(page, cables.asset_tag, `1 piece of ${cables.name} was handed to ${other.display_name}.`)
    await scan(page, '=5', `5 pieces of ${cables.name} were handed to ${other.display_name} in all.`)
    expect(await left()).toBe(2)
  })

  it('hands out nothing that is lost or retired, without asking the service to', async () => {
    const scene = await stage()
    const { page } = scene
    const person = await makePerson(scene, 'Dora')
    const [lost, retired] = [await makeAsset(scene), await makeAsset(scene)]
    await call(page, 'POST', `/assets/${lost.id}/mark-lost`, {})
    await call(page, 'POST', `/assets/${retired.id}/retire`, {})
    await openScan(scene, 'issue')
    await scan(page, person.external_id, `Handing out to ${person.display_name}`)
    await scan(page, lost.asset_tag, `${lost.name} cannot be handed out. Its status is “Lost”.`)
    await scan(page, retired.asset_tag, `${retired.name} cannot be handed out. Its status is “Retired”.`)
  })

  it('goes on after a reload and another screen, and starts again only when asked to', async () => {
    const scene = await stage()
    const { page, home } = scene
    const person = await makePerson(scene, 'Dora')
    const place = await makePlace(scene)
    const [one, two, three, four] = [
      await makeAsset(scene),
      await makeAsset(scene),
      await makeAsset(scene, { location_id: place.id }),
      await makeAsset(scene, { location_id: place.id }),
    ]
    const field = page.locator('input:focus[aria-describedby="scan-hint"]')
    const reload = async () => {
      await page.reload()
      await field.waitFor()
    }
    await openScan(scene, 'issue')
    await scan(page, person.external_id, `Handing out to ${person.display_name}`)
    await scan(page, one.asset_tag, `${one.name} was handed to ${person.display_name}`)
    await reload()
    await page.getByRole('status').getByText(person.display_name).waitFor()
    await page.getByText(`${one.name} was handed to ${person.display_name}`).waitFor()
    await scan(page, two.asset_tag, `${two.name} was handed to ${person.display_name}`)
    // The scan that a reload cuts off is named, because nobody saw its answer.
    // A request after a reload may pass by a route, so the document itself holds it.
    await page.evaluate(() => {
      globalThis.fetch = () => new Promise(() => undefined)
    })
    await type(page, 'Lost-1')
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Lost-1')
    await reload()
    await page.getByText('The page was left before these scans were answered: Lost-1.').waitFor()
    await reload()
    expect(await page.getByText('The page was left').count()).toBe(1)

    await openScan(scene, 'move')
    await scan(page, place.code, `Moving to ${place.name}`)
    await page.getByRole('link', { name: 'Take back', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Take back' }).waitFor()
    await page.getByRole('link', { name: 'Move', exact: true }).click()
    await page.getByRole('status').getByText(place.name).waitFor()
    const mover = await makeAsset(scene)
    await scan(page, mover.asset_tag, `${mover.name} is now at ${place.name}`)

    await page.goto(`${home}/locations/${place.id}`)
    await page.getByRole('button', { name: 'Take stock' }).click()
    await page.getByText('0 of 3 found').waitFor()
    await scan(page, three.asset_tag, `${three.name} is there.`)
    await scan(page, two.asset_tag, `${person.display_name} has ${two.name}`)
    await reload()
    await page.getByText('1 of 3 found, 2 missing, 1 unexpected').waitFor()
    await page.goto(`${home}/assets`)
    await page.getByRole('link', { name: four.name }).waitFor()
    await openScan(scene, 'stock')
    await page.getByText('1 of 3 found, 2 missing, 1 unexpected').waitFor()
    await scan(page, three.asset_tag, `${three.name} was counted already.`)
    await scan(page, two.asset_tag, `${two.name} was counted already.`)
    const seen = `/assets/${three.id}/circulations?circulation_type=confirm_location`
    expect(await call(page, 'GET', seen)).toHaveLength(1)
    await scan(page, place.code, `Counting ${place.name} goes on.`)
    await page.getByText('1 of 3 found, 2 missing, 1 unexpected').waitFor()

    const again = page.getByRole('button', { name: 'Start again' })
    await again.click()
    const question = page.getByRole('alert').filter({ hasText: 'What was recorded stays recorded.' })
    await question.waitFor()
    expect(await violationsOf(page)).toEqual([])
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    await field.waitFor()
    await page.getByText('1 of 3 found').waitFor()
    await again.click()
    await question.getByRole('button', { name: 'Start again' }).click()
    await field.waitFor()
    await again.waitFor({ state: 'detached' })
    expect(await page.getByRole('list', { name: 'Scans' }).getByRole('listitem').count()).toBe(0)
    await scan(page, place.code, `Counting ${place.name}.`)
    await page.getByText('0 of 4 found').waitFor()

    await page.getByRole('link', { name: 'Hand out', exact: true }).click()
    await page.getByRole('status').getByText(person.display_name).waitFor()
    await page.goto('/signout')
    await page.getByText('You are signed out').waitFor()
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(person.display_name)
  })

  it('says who still has a thing that is moved or counted, and takes it back', async () => {
    const scene = await stage()
    const { page } = scene
    const person = await makePerson(scene, 'Ines')
    const place = await makePlace(scene)
    const [one, two, three, four] = [
      await makeAsset(scene),
      await makeAsset(scene),
      await makeAsset(scene),
      await makeAsset(scene),
    ]
    for (const thing of [one, two, three]) await handOut(scene, thing, person)
    const now = ({ id }: { id: string }) => call(page, 'GET', `/assets/${id}`)
    const line = (text: string) =>
      page.getByRole('list', { name: 'Scans' }).getByRole('listitem').filter({ hasText: text })
    await openScan(scene, 'move')
    await scan(page, place.code, `Moving to ${place.name}`)
    await scan(page, 'b', 'There is nothing in the list to take back.')
    await scan(
      page,
      one.asset_tag,
      `${one.name} is now at ${place.name}, but ${person.display_name} still has it.`,
    )
    expect(await now(one)).toMatchObject({ person_id: person.id, location_id: place.id })
    expect(await violationsOf(page)).toEqual([])
    await scan(page, 'b', `${one.name} is back from ${person.display_name}.`)
    await scan(page, two.asset_tag, `but ${person.display_name} still has it`)
    await page.getByRole('button', { name: `Take it back: ${two.name}` }).click()
    await line(`${two.name} is back from ${person.display_name}.`).waitFor()
    for (const thing of [one, two])
      expect(await now(thing)).toMatchObject({ person_id: null, location_id: place.id })
    await scan(page, four.asset_tag, `${four.name} is now at ${place.name}.`)

    await openScan(scene, 'stock')
    await scan(page, place.code, `Counting ${place.name}`)
    await scan(page, four.asset_tag, `${four.name} is there.`)
    await scan(page, three.asset_tag, `${person.display_name} has ${three.name}, but it was found`)
    const mark = (text: string) => line(text).locator('.status').first()
    expect(await mark(three.name).textContent()).toMatch(/^Attention: /)
    expect(await mark(four.name).textContent()).not.toMatch(/^Attention/)
    const shape = (text: string) => mark(text).locator('svg').innerHTML()
    expect(await shape(three.name)).not.toBe(await shape(four.name))
    await page.getByRole('button', { name: `Take it back: ${three.name}` }).click()
    await line(`${three.name} is back from ${person.display_name}.`).waitFor()
    expect(await now(three)).toMatchObject({ person_id: null, location_id: place.id })
    await page.getByText('1 of 3 found, 2 missing, 1 unexpected').waitFor()
  })

  it('names who has a thing that is missing at a stock-take', async () => {
    const scene = await stage()
    const { page } = scene
    const person = await makePerson(scene, 'Ines')
    const place = await makePlace(scene)
    const there = { location_id: place.id }
    const [held, absent, found] = [
      await makeAsset(scene, there),
      await makeAsset(scene, there),
      await makeAsset(scene, there),
    ]
    await handOut(scene, held, person)
    await openScan(scene, 'stock')
    await scan(page, place.code, `Counting ${place.name}`)
    await page.getByText('0 of 3 found, 2 missing, 0 unexpected, 1 with a person').waitFor()
    await scan(page, found.asset_tag, `${found.name} is there.`)
    await page.getByText('What is missing').click()
    const missing = page.getByRole('group').filter({ hasText: 'What is missing' }).getByRole('listitem')
    const [first, second] = [missing.nth(0), missing.nth(1)]
    await first.getByText(absent.name).waitFor()
    await second.getByText(held.name).waitFor()
    expect(await first.textContent()).not.toContain('With')
    expect(await second.textContent()).toContain(person.display_name)
    expect(await violationsOf(page)).toEqual([])
    await page.reload()
    await page.getByText('1 of 3 found, 1 missing, 0 unexpected, 1 with a person').waitFor()
    await scan(page, held.asset_tag, `${held.name} is there, although ${person.display_name} has it.`)
    await page.getByText('2 of 3 found, 1 missing, 0 unexpected').waitFor()
    await scan(page, 'b', `${held.name} is back from ${person.display_name}.`)
    expect(await call(page, 'GET', `/assets/${held.id}`)).toMatchObject({ person_id: null })
  })

  it('asks before it takes a thing from somebody else, leaves it or gives it back with its day', async () => {
    const scene = await stage()
    const { page } = scene
    const loan = { expected_return_date: '2099-01-31' }
    const { first, second, things, held, question, lines, now, asksFor, stays } = await takeovers(scene, loan)
    const [one, two, three] = things
    await type(page, one.asset_tag)
    await asksFor(one)
    expect(await now(one)).toMatchObject(held)
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await stays(one)
    await question.getByText(one.name).waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    // A scan of another asset cancels the question. A second scan of the same asset confirms it.
    await type(page, two.asset_tag)
    await asksFor(two)
    await type(page, three.asset_tag)
    await stays(two)
    await asksFor(three)
    for (const thing of things) expect(await now(thing)).toMatchObject(held)
    const went = `went from ${first.display_name} to ${second.display_name}.`
    await scan(page, three.asset_tag, `${three.name} ${went}`)
    await type(page, two.asset_tag)
    await asksFor(two)
    // The question waits for its answer, also after a reload.
    await page.reload()
    await asksFor(two)
    await page.keyboard.press('Enter')
    await lines.getByText(`${two.name} ${went}`).waitFor()
    await page.reload()
    await lines.getByText(`${two.name} ${went}`).waitFor()
    expect(await question.getByText(two.name).count()).toBe(0)
    for (const thing of [two, three]) expect(await now(thing)).toMatchObject({ person_id: second.id })
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await page.getByText(': undone.').waitFor()
    const after = [await now(two), await now(three)]
    expect(after.map(({ person_id }) => person_id).sort()).toEqual([first.id, second.id].sort())
    expect(after.find(({ person_id }) => person_id === first.id)).toMatchObject(held)
  })

  it('says that a thing is in repair, and gives it back to who had it when that is undone', async () => {
    const scene = await stage()
    const { page } = scene
    const { first, second, things, lines, now, asksFor } = await takeovers(scene, {})
    const [one] = things
    await call(page, 'POST', '/asset-repairs', { asset_id: one.id, title: 'The hinge is loose' })
    await type(page, one.asset_tag)
    await asksFor(one)
    await page.keyboard.press('Enter')
    const text = `${one.name} was handed to ${second.display_name}, although it is in repair.`
    await lines.getByText(text).waitFor()
    await scan(page, 'u', `${one.name}: undone.`)
    expect(await now(one)).toMatchObject({ person_id: first.id })
  })

  it('lets one choose by keys alone where several have the name', async () => {
    const scene = await stage()
    const { page, home } = scene
    const [first, second] = [await makePerson(scene, 'Maja'), await makePerson(scene, 'Maja')]
    const thing = await makeAsset(scene)
    const list = page.getByRole('dialog', { name: 'Several are called' })
    const field = page.locator('input:focus[aria-describedby="scan-hint"]')
    const choose = async (option: string) => {
      await list.getByRole('option', { name: option }).and(page.locator('[data-focused]')).waitFor()
      await page.keyboard.press('Enter')
      await list.waitFor({ state: 'detached' })
      await field.waitFor()
    }
    await openScan(scene, 'issue')
    await type(page, 'Maja')
    await list.getByRole('option', { name: first.external_id }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await field.waitFor()
    await type(page, 'Maja')
    await list.locator('input:focus').waitFor()
    await page.keyboard.type(second.display_name)
    await choose(second.external_id)
    await page.getByText(`Handing out to ${second.display_name}`).waitFor()
    await scan(page, thing.asset_tag, `${thing.name} was handed to ${second.display_name}`)
    const kind = await call(page, 'POST', '/location-types', { name: unique('Room') })
    const name = unique('IT store')
    const wings = [unique('North wing'), unique('South wing')]
    const stores: { id: string }[] = []
    for (const wing of wings) {
      const parent = await call(page, 'POST', '/locations', { type_id: kind.id, name: wing })
      const place = { type_id: kind.id, name, parent_id: parent.id }
      stores.push(await call(page, 'POST', '/locations', place))
    }
    const south = stores[1]
    await makeAsset(scene, { location_id: south?.id })
    await openScan(scene, 'stock')
    await type(page, name)
    await list.getByRole('option', { name: wings[0] }).waitFor()
    await list.getByRole('option', { name: wings[1] }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await choose(name)
    await page.getByText(`Counting ${name}`).waitFor()
    await page.goto(`${home}/locations/${south?.id}`)
    await page.getByRole('button', { name: 'Take stock' }).click()
    await page.getByText('0 of 1 found').waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await field.waitFor()
  })

  it('gives what is scanned before one of several is chosen to nobody, and counts it nowhere', async () => {
    const scene = await stage()
    const { page } = scene
    const [former, first] = [await makePerson(scene, 'Dora'), await makePerson(scene, 'Maja')]
    await makePerson(scene, 'Maja')
    const [thing, other] = [await makeAsset(scene), await makeAsset(scene)]
    const now = ({ id }: { id: string }) => call(page, 'GET', `/assets/${id}`)
    const list = page.getByRole('dialog', { name: 'Several are called' })
    let typed = Promise.withResolvers<void>()
    for (const address of ['**/persons?**', '**/locations?**'])
      await page.route(address, async (route) => {
        await typed.promise
        await route.continue()
      })
    /** Types a name that several have, and a tag before the choice is shown. */
    const typeBoth = async (name: string) => {
      typed = Promise.withResolvers()
      await type(page, name)
      await type(page, thing.asset_tag)
      typed.resolve()
      await list.waitFor()
    }
    const refused = (text: string) =>
      page.getByRole('list', { name: 'Scans' }).getByText(`${thing.asset_tag}: ${text}`).waitFor()
    await openScan(scene, 'issue')
    await scan(page, former.external_id, `Handing out to ${former.display_name}`)
    await typeBoth('Maja')
    await refused('Scan or type a person first.')
    // The scanner types into the field of the list.
    await list.locator('input:focus').waitFor()
    for (const code of [thing.asset_tag, other.asset_tag]) {
      await type(page, code)
      await page.getByText(`${code} was not used. First choose which record “Maja” means.`).waitFor()
    }
    await list.getByRole('option', { name: first.external_id }).click()
    await page.getByText(`Handing out to ${first.display_name}`).waitFor()
    expect(await now(thing)).toMatchObject({ person_id: null })
    await scan(page, thing.asset_tag, `${thing.name} was handed to ${first.display_name}`)

    const place = await makePlace(scene)
    const name = unique('IT store')
    const { type_id, id: parent_id } = place
    for (const within of [{}, { parent_id }])
      await call(page, 'POST', '/locations', { type_id, name, ...within })
    await openScan(scene, 'move')
    await scan(page, place.code, `Moving to ${place.name}`)
    await typeBoth(name)
    await refused('Scan a location first.')
    expect(await now(thing)).toMatchObject({ location_id: null })

    await openScan(scene, 'stock')
    await scan(page, place.code, `Counting ${place.name}`)
    await scan(page, other.asset_tag, `${other.name} was not expected here.`)
    await typeBoth(name)
    await refused('First scan the location that you count.')
    expect(await now(thing)).toMatchObject({ location_id: null })
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await page.locator('input:focus[aria-describedby="scan-hint"]').waitFor()
    // The count continues with the place that is scanned again.
    expect(await page.getByText('0 of 0 found').count()).toBe(0)
    await scan(page, place.code, `Counting ${place.name} goes on.`)
    await page.getByText('0 of 0 found, 0 missing, 1 unexpected').waitFor()
  })

  it('asks once when a scan comes twice, and takes no key for an answer that came before the question', async () => {
    const scene = await stage()
    const { page } = scene
    const { things, held, now, asksFor, stays } = await takeovers(scene, {})
    const [one, two, three] = things
    const typed = Promise.withResolvers<void>()
    await page.route('**/codes?**', async (route) => {
      await typed.promise
      await route.continue()
    })
    // The same tag twice, from a scanner that ends each code with two keys, before any answer arrives.
    for (const _ of ['once', 'again']) {
      await type(page, one.asset_tag)
      await page.keyboard.press('Enter')
    }
    typed.resolve()
    await asksFor(one)
    // Escape is handled after all of these: it cancels the question, and the asset stays.
    await page.keyboard.press('Escape')
    await stays(one)
    // Keys that arrive together with the question were sent before anybody could read it.
    for (const [thing, words] of [
      [two, ''],
      [three, three.asset_tag],
    ] as const) {
      await page.evaluate((code) => {
        const field = document.querySelector<HTMLInputElement>('input[aria-describedby="scan-hint"]')
        const watch = new MutationObserver(() => {
          if (!field || !document.querySelector('[role=alert] button')) return
          watch.disconnect()
          field.value = code
          field.form?.requestSubmit()
        })
        watch.observe(document.body, { childList: true, subtree: true })
      }, words)
      await type(page, thing.asset_tag)
      await asksFor(thing)
      await page.keyboard.press('Escape')
      await stays(thing)
    }
    for (const thing of things) expect(await now(thing)).toMatchObject(held)
  })

  it('gives an overdue thing back without its day, and says so', async () => {
    const scene = await stage()
    const { page } = scene
    const overdue = { start_date: '2020-01-01', expected_return_date: '2020-01-31' }
    const { first, second, things, lines, now, asksFor } = await takeovers(scene, overdue)
    const [one] = things
    await type(page, one.asset_tag)
    await asksFor(one)
    await scan(page, one.asset_tag, `${one.name} went from ${first.display_name} to ${second.display_name}.`)
    await page.getByRole('button', { name: 'Undo' }).click()
    const said = `${one.name}: undone. ${first.display_name} has it without a due date`
    await page.getByText(said).waitFor()
    expect(await now(one)).toMatchObject({ person_id: first.id, expected_return_date: null })
    expect(await lines.getByRole('listitem').count()).toBe(3)
  })

  it('says who has a thing when its question or the answer is lost', async () => {
    expectFailures('no answer')
    const scene = await stage()
    const { page } = scene
    const { second, things, held, question, lines, now, asksFor, stays } = await takeovers(scene, {})
    const [one, two, three] = things
    const lose = async (address: string, thing: { name: string; asset_tag: string }, key: string) => {
      await type(page, thing.asset_tag)
      await asksFor(thing)
      await page.route(address, (route) => route.abort())
      await type(page, key)
      await question.getByText(thing.name).waitFor({ state: 'detached' })
    }
    await lose('**/codes?**', one, 'something else')
    await stays(one)
    await page.unroute('**/codes?**')
    await lose(`**/assets/${two.id}?**`, two, '')
    await stays(two)
    await lines.getByText(`${two.name}: The service cannot be reached.`).waitFor()
    await lose('**/asset-circulations', three, '')
    await lines
      .getByText(`It is not known whether ${three.name} was handed to ${second.display_name}.`)
      .waitFor()
    for (const thing of things) expect(await now(thing)).toMatchObject(held)
  })

  it('takes things back, says what is still out, and opens a repair', async () => {
    const scene = await stage()
    const { page } = scene
    const person = await makePerson(scene, 'Finn')
    const [one, two, three] = [await makeAsset(scene), await makeAsset(scene), await makeAsset(scene)]
    await handOut(scene, one, person)
    const loan = { person_id: person.id, expected_return_date: '2099-01-31' }
    await call(page, 'POST', `/assets/${two.id}/assignments`, loan)
    await openScan(scene, 'return')
    await scan(page, one.asset_tag, `who still has 1 thing: ${two.name}`)
    await scan(page, 'd', `A repair of ${one.name} was opened.`)
    const scans = page.getByRole('list', { name: 'Scans' })
    expect(await scans.getByRole('link', { name: one.asset_tag }).first().getAttribute('href')).toContain(
      one.id,
    )
    const [repair] = await call(page, 'GET', `/asset-repairs?asset_id=${one.id}`)
    expect(await scans.getByRole('link', { name: 'Open the repair' }).getAttribute('href')).toContain(
      repair.id,
    )
    // What was taken back by mistake goes back to who had it, with the same day.
    await scan(page, two.asset_tag, 'who has nothing else')
    await scan(page, 'u', `${two.name}: undone.`)
    expect(await call(page, 'GET', `/assets/${two.id}`)).toMatchObject(loan)
    await scan(page, 'd', 'Scan the damaged thing first.')
    await type(page, two.asset_tag)
    await page.getByText('who has nothing else').nth(1).waitFor()
    await scan(page, two.asset_tag, `Nobody has ${two.name}`)
    await scan(page, 'd', 'Scan the damaged thing first.')
    expect(await call(page, 'GET', `/assets/${one.id}`)).toMatchObject({ person_id: null, in_repair: true })
    expect(await call(page, 'GET', `/assets/${two.id}`)).toMatchObject({ in_repair: false })
    await handOut(scene, three, person)
    await scan(page, three.asset_tag, `${three.name} is back`)
    const damaged = page.getByRole('button', { name: `${three.name} is damaged` })
    await damaged.click()
    await damaged.waitFor({ state: 'detached' })
    expect(await call(page, 'GET', `/assets/${three.id}`)).toMatchObject({ in_repair: true })
    expect(
      await page
        .getByRole('textbox', { name: 'Scan or type' })
        .evaluate((field) => field === document.activeElement),
    ).toBe(true)
  })

  it('moves things, and counts the 30 things of a place without the mouse', async () => {
    const scene = await stage()
    const { page } = scene
    const place = await makePlace(scene)
    const items = Array.from({ length: 30 }, (_, at) => ({
      op: 'create',
      body: {
        model_id: scene.model.id,
        name: `Laptop ${at}`,
        serial_number: `SN ${at}`,
        location_id: place.id,
      },
    }))
    await call(page, 'POST', '/assets/bulk', { mode: 'atomic', items })
    const things: { asset_tag: string }[] = await call(page, 'GET', `/assets?location_id=${place.id}`)
    const stray = await makeAsset(scene)
    const mover = await makeAsset(scene)
    await openScan(scene, 'move')
    await scan(page, mover.asset_tag, 'Scan a location first.')
    // A location without a code is found by its whole name. A part of the name could be the code of another record.
    await scan(page, place.name.slice(0, -1), 'This code or name is unknown.')
    await scan(page, place.name.toUpperCase(), `Moving to ${place.name}`)
    await scan(page, mover.asset_tag, `${mover.name} is now at ${place.name}`)
    await openScan(scene, 'stock')
    const counted = await countActions(page)
    await scan(page, place.code, `Counting ${place.name}`)
    // As fast as a scanner: no scan waits for the answer to the previous one.
    for (const { asset_tag } of things.slice(1)) await type(page, asset_tag)
    await scan(page, stray.asset_tag, `${stray.name} was not expected here.`)
    await page.getByText('29 of 31 found, 2 missing, 1 unexpected').waitFor()
    const actions = await counted()
    printJob('A stock-take of 30 things', actions)
    expect(actions).toMatchObject({ clicks: 0, loads: 0 })
    const kind = await call(page, 'POST', '/asset-models', {
      name: unique('Cable'),
      tracking_type: 'countable',
    })
    const cables = await makeAsset(
      { ...scene, model: kind },
      { serial_number: undefined, quantity: 40, location_id: place.id },
    )
    await makeAsset(scene, { asset_tag: '37' })
    await scan(page, cables.asset_tag, `${cables.name} is a stock. Type how many pieces lie there.`)
    await scan(page, '37', 'This is also a code. To enter a quantity, type =37')
    await scan(page, '=37', `${cables.name}: 37 counted, 40 were recorded.`)
    await page.getByText('29 of 31 found, 2 missing, 1 unexpected').waitFor()
    expect(await call(page, 'GET', `/assets/${cables.id}/stock`)).toMatchObject([
      { location_id: place.id, quantity: 37 },
    ])
    expect(await call(page, 'GET', `/assets/${stray.id}`)).toMatchObject({ location_id: place.id })
    const held = await makeAsset(scene)
    await handOut(scene, held, await makePerson(scene, 'Ines'))
    await scan(page, held.asset_tag, `has ${held.name}, but it was found at ${place.name}`)
  })
})

it('keep no assistive technology out', async () => {
  const scene = await stage()
  const { page, home } = scene
  const person = await makePerson(scene, 'Gil')
  await handOut(scene, await makeAsset(scene), person)
  await page.goto(`${home}/people`)
  await page.getByRole('link', { name: person.display_name }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.goto(`${home}/people/${person.id}`)
  await page.getByText('Since').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await openScan(scene, 'issue')
  await scan(page, 'nobody-at-all', 'This code or name is unknown.')
  expect(await violationsOf(page)).toEqual([])
})
