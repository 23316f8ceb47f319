import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { api, call, expectFailures, fillAndEnter, newBrowser, newEmail, PASSWORD, signIn } from './browser.ts'
import { answer, hang, inPagesOfTwo } from './misbehaving-api.ts'
import { settled } from './settled.ts'
import { row, stage, unique } from './work-stage.ts'

/** An owner of two organisations. Each has a tab of the same browser, which shows its people. */
async function twoTabs() {
  const browser = await newBrowser()
  const first = await browser.newPage()
  const email = await signIn(first)
  const tenants = [
    await call(first, 'POST', '/tenants', { name: unique('North') }),
    await call(first, 'POST', '/tenants', { name: unique('South') }),
  ] as const
  const second = await browser.newPage()
  await first.goto(`/t/${tenants[0].slug}/people`)
  await second.goto(`/t/${tenants[1].slug}/people`)
  return { email, tabs: [first, second] as const }
}

const form = (page: Page) => page.getByRole('form', { name: 'Register a person' })

async function begin(page: Page, name: string) {
  await page.getByRole('button', { name: 'Register a person' }).first().click()
  await form(page).getByLabel('First name').fill(name)
  await form(page).getByLabel('Last name').fill('Okafor')
}

const send = (page: Page) => form(page).getByRole('button', { name: 'Register', exact: true }).click()

it('two tabs in two organisations each keep to their own', async () => {
  const { tabs } = await twoTabs()
  const names = [unique('Ada'), unique('Ben')] as const
  for (const at of [0, 1] as const) await begin(tabs[at], names[at])
  for (const page of tabs) await send(page)
  for (const at of [0, 1] as const) {
    await row(tabs[at], names[at]).waitFor()
    await tabs[at].reload()
    await row(tabs[at], names[at]).waitFor()
    expect(await row(tabs[at], names[1 - at] ?? '').count()).toBe(0)
  }
})

it('a form that is sent without a connection keeps what was typed, and sends it once when there is one', async () => {
  expectFailures('no answer')
  const { tabs } = await twoTabs()
  const [page] = tabs
  const name = unique('Cem')
  await begin(page, name)
  await page.context().setOffline(true)
  await page.getByText('You are offline.').waitFor()
  await send(page)
  await form(page)
    .getByRole('alert')
    .getByText(/reach|connection/i)
    .waitFor()
  await expect.poll(() => form(page).getByLabel('First name').inputValue()).toBe(name)
  await page.context().setOffline(false)
  await page.getByText('You are offline.').waitFor({ state: 'detached' })
  await send(page)
  await row(page, name).waitFor()
  expect(await row(page, name).count()).toBe(1)
})

it('a number that another record has (409) is marked, and the form stays to be corrected', async () => {
  expectFailures(409)
  const { tabs } = await twoTabs()
  const [page] = tabs
  const [name, number] = [unique('Dua'), unique('S')]
  await begin(page, unique('Eve'))
  await form(page).getByLabel('Number').fill(number)
  await send(page)
  await form(page).waitFor({ state: 'detached' })
  await begin(page, name)
  await form(page).getByLabel('Number').fill(number)
  await send(page)
  await form(page).locator('[aria-invalid="true"]').waitFor()
  await form(page).getByLabel('Number').fill(`${number}b`)
  await send(page)
  await row(page, name).waitFor()
})

it('a session that ends in the middle of a form (401) gives back what was typed after the sign-in', async () => {
  expectFailures(401)
  const { email, tabs } = await twoTabs()
  const [page] = tabs
  const name = unique('Fay')
  // Sending the form is the first request after the end of the session: the page neither listens to events nor loads more.
  await hang(page, '/events**')
  await page.reload()
  await begin(page, name)
  await settled(page)
  await call(page, 'POST', '/me/signout').catch(() => undefined)
  await send(page)
  await page.waitForURL('**/signin?**')
  await fillAndEnter(page, email)
  await page.waitForURL('**/people?new=yes')
  await expect.poll(() => form(page).getByLabel('First name').inputValue()).toBe(name)
  await send(page)
  await row(page, name).waitFor()
})

it('what the service refuses is said in the language of the user, with what to do on the page', async () => {
  const { tabs } = await twoTabs()
  const [english] = tabs
  const browser = await newBrowser({
    locale: 'de-DE',
    storageState: await english.context().storageState(),
  })
  const page = await browser.newPage()
  await answer(page, '/persons', {
    status: 409,
    code: 'quota_exceeded',
    facts: { quota: 'persons', limit: 1_200 },
  })
  await page.goto(new URL(english.url()).pathname)
  await page.getByRole('button', { name: 'Person erfassen' }).first().click()
  const germanForm = page.getByRole('form', { name: 'Person erfassen' })
  await germanForm.getByLabel('Vorname', { exact: true }).fill('Gül')
  await germanForm.getByLabel('Nachname').fill('Okafor')
  await germanForm.getByRole('button', { name: 'Erfassen', exact: true }).click()
  await germanForm
    .getByRole('alert')
    .getByText('Ihre Organisation hat ihre Grenze erreicht (Personen: 1.200).')
    .waitFor()
  const message = 'must have at most 100'
  const error = { in: 'body', pointer: '/identity/first_name', code: 'too_long', message }
  await answer(page, '/persons', { status: 422, code: 'validation_failed', facts: { errors: [error] } })
  await germanForm.getByRole('button', { name: 'Erfassen', exact: true }).click()
  await germanForm.getByText('Das ist zu lang: höchstens 100.').waitFor()
})

it('what is not read yet has its outline meanwhile', async () => {
  const { page, home } = await stage()
  const group = await call(page, 'POST', '/groups', { name: 'Helpers', permissions: ['assets:read'] })
  await hang(page, `/groups/${group.id}/memberships?**`)
  await hang(page, '/me/notifications?**')
  await page.goto(`${home}/settings/groups/${group.id}`)
  const members = page.getByRole('region', { name: 'Members' }).getByRole('status')
  await members.locator('.skeleton').first().waitFor()
  expect(await members.getAttribute('aria-label')).toBe('Loading…')
  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  const bar = page.getByRole('menuitem').locator('.skeleton')
  await bar.waitFor()
  expect((await bar.boundingBox())?.width).toBeGreaterThan(50)
})

it('what could not be read is not said to be missing', async () => {
  const { page, home } = await stage()
  const busy = 'The service is busy.'
  const identity = { first_name: 'Hal', last_name: unique('Okafor') }
  const person = await call(page, 'POST', '/persons', { identity })
  await answer(page, `/persons/${person.id}/school-enrollments?**`, { status: 503, code: 'unavailable' })
  await answer(page, '/me/notifications?**', { status: 503, code: 'unavailable' })
  await page.goto(`${home}/people/${person.id}`)
  await page.getByRole('region', { name: 'Enrollments and employments' }).getByText(busy).waitFor()
  expect(await page.getByText('Neither enrolled nor employed').count()).toBe(0)
  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  await page.getByRole('menuitem').getByText(busy).waitFor()
  const screen = await call(page, 'POST', '/issue-screens', { name: unique('Bike') })
  await answer(page, '/issue-screen-fields?**', { status: 503, code: 'unavailable' })
  await page.goto(`${home}/settings/screens/${screen.id}?field=new`)
  await page.getByRole('region', { name: 'Fields' }).getByText(busy).waitFor()
  expect(await page.getByText('No fields yet').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Add a field' }).count()).toBe(0)
  expect(await page.getByRole('dialog').count()).toBe(0)
  const workflow = await call(page, 'POST', '/issue-workflows', { name: unique('Workshop') })
  await answer(page, '/issue-workflow-statuses?**', { status: 503, code: 'unavailable' })
  await page.goto(`${home}/settings/workflows/${workflow.id}`)
  await page.getByRole('main').getByText(busy).waitFor()
  expect(await page.getByText('No statuses yet').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Add a status' }).count()).toBe(0)
  const member = await call(page, 'POST', '/users', { email: newEmail(), password: PASSWORD })
  const groups = `/users/${member.id}/groups?**`
  await answer(page, groups, { status: 503, code: 'unavailable' })
  await page.goto(`${home}/settings/members/${member.id}`)
  await page.getByRole('main').getByText(busy).waitFor()
  const more = page.getByRole('main').getByRole('button', { name: /^More for/ })
  expect(await more.count()).toBe(0)
  await page.unroute(api + groups)
  await page.getByRole('button', { name: 'Try again' }).click()
  await more.click()
  await page.getByRole('menuitem', { name: 'Remove from the organisation' }).waitFor()
})

it('a further page that could not be read is said to be missing, and read by the same button', async () => {
  const { page, home } = await stage()
  const type = await call(page, 'POST', '/location-types', { name: 'Place' })
  const makePlace = (name: string, parent_id?: string) =>
    call(page, 'POST', '/locations', { name, type_id: type.id, parent_id })
  const place = await makePlace('North wing')
  for (const name of ['Room 1', 'Room 2', 'Room 3']) await makePlace(name, place.id)
  for (const code of ['N', 'NW', 'NW1']) await call(page, 'PATCH', `/locations/${place.id}`, { code })
  const model = await call(page, 'POST', '/asset-models', { name: 'Desk', tracking_type: 'serialized' })
  for (const serial_number of ['D1', 'D2', 'D3'])
    await call(page, 'POST', '/assets', {
      model_id: model.id,
      name: `Desk ${serial_number}`,
      serial_number,
      location_id: place.id,
    })
  const lists = ['/locations?**', '/assets?**', `/locations/${place.id}/history?**`]
  for (const path of lists) await inPagesOfTwo(page, path)
  await page.goto(`${home}/locations/${place.id}`)
  const sections: readonly [name: string, button: string, entries: number][] = [
    ['Locations inside', 'Show more', 3],
    ['Assets here and inside', 'Show more', 3],
    ['History', 'Show earlier changes', 4],
  ]
  for (const [name, button, entries] of sections) {
    const section = page.getByRole('region', { name })
    const lines = section.locator('.tree > li, .line-list > li, .timeline > li')
    await expect.poll(() => lines.count(), { message: name }).toBe(2)
    await answer(page, '/**cursor=**', { status: 503, code: 'unavailable' })
    await section.getByRole('button', { name: button }).click()
    await section.getByRole('alert').getByText('The service is busy.').waitFor()
    expect(await lines.count()).toBe(2)
    await page.unroute(`${api}/**cursor=**`)
    await section.getByRole('button', { name: button }).click()
    await expect.poll(() => lines.count(), { message: name }).toBe(entries)
    expect(await section.getByRole('alert').count()).toBe(0)
  }
})
