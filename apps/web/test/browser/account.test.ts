import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ask as call } from './ask.ts'
import { api, expectFailures, makeAccount, newBrowser, newPage, PASSWORD, signIn } from './browser.ts'

/** Signs in through the API, as another device would. */
async function token(
  email: string,
  userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
) {
  const response = await call(`${api}/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const { access_token } = (await response.json()) as { access_token: string }
  return access_token
}

/** Sends a request to the API, and returns the record in the answer. */
async function ask(path: string, bearer: string, tenant: string | null = null, body?: object) {
  const response = await call(`${api}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(tenant ? { 'x-tenant-id': tenant } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect(response.ok, path).toBe(true)
  return (await response.json()) as { id: string; name: string }
}

const postIn = (tenant: string | null, bearer: string, path: string, body: object) =>
  ask(path, bearer, tenant, body)
const makeTenant = (bearer: string, name: string) => postIn(null, bearer, '/tenants', { name })

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const organisation = (page: Page) => page.getByLabel('Organisation')
const chosen = (page: Page) => organisation(page).locator('option:checked').textContent()

describe('/dashboard/you', () => {
  it.each(['/dashboard', '/t/default/people'])(
    '%s says that somebody else changed the password, until that is acknowledged',
    async (address) => {
      const page = await newPage()
      const email = await makeAccount()
      let acknowledged = 0
      await page.route(`${api}/me/account-notice`, (route) => {
        if (route.request().method() === 'DELETE') acknowledged += 1
        return route.continue()
      })
      await page.route(`${api}/me`, async (route) => {
        const response = await route.fetch()
        const me = (await response.json()) as object
        const notice = {
          changed: ['email', 'password'],
          changed_by: { id: '01J9ZC6W3V8Q4M2T7XK5RNB0EH', name: 'Grace Hopper' },
          changed_at: new Date(0).toISOString(),
        }
        await route.fulfill({ response, json: { ...me, account_notice: acknowledged ? null : notice } })
      })
      await signIn(page, email)
      await page.goto(address)
      const notice = page.getByText('Grace Hopper changed your email address and your password')
      await notice.waitFor()
      await page.getByRole('button', { name: 'Understood' }).click()
      await notice.waitFor({ state: 'detached' })
      expect(acknowledged).toBe(1)
    },
  )

  it('lets two tabs work in two organisations', async () => {
    const email = await makeAccount()
    const name = `Second ${Date.now().toString(36)}`
    await makeTenant(await token(email), name)
    const context = await newBrowser()
    const [first, second] = [await context.newPage(), await context.newPage()]
    await signIn(first, email)
    await first.goto('/dashboard/you')
    await organisation(first).waitFor()
    await second.goto('/dashboard/you')
    await organisation(second).waitFor()
    const before = await chosen(first)
    await organisation(second).selectOption({ label: name })
    await section(second, 'Your permissions').getByRole('rowheader', { name: 'Everything' }).waitFor()
    await first.reload()
    await organisation(first).waitFor()
    await expect.poll(() => chosen(first)).toBe(before)
    await expect.poll(() => chosen(second)).toBe(name)
    await section(first, 'Your permissions').getByRole('rowheader', { name: 'Assets' }).waitFor()
  })

  it('tells what one may do, through which groups, and why one is in them', async () => {
    const page = await newPage()
    await signIn(page)
    await page.goto('/dashboard/you')
    await section(page, 'Your permissions')
      .getByRole('row', { name: /^Assets View.*Change.* Users/ })
      .waitFor()
    await section(page, 'Your groups').getByText('Why am I in it').click()
    await section(page, 'Your groups').getByText('You were added to it directly.').waitFor()
  })

  it('names the projects that rights are limited to', async () => {
    const [owner, email] = [await token(await makeAccount()), await makeAccount()]
    const tenant = await makeTenant(owner, `Third ${Date.now().toString(36)}`)
    const post = (path: string, body: object) => postIn(tenant.id, owner, path, body)
    const { id: user_id } = await ask('/me', await token(email))
    for (const name of ['Roof', 'Cellar']) {
      const project = await post('/projects', { name })
      const permissions = ['issues:read', 'projects:read']
      const group = await post('/groups', { name: `Crew of ${name}`, project_id: project.id, permissions })
      await post(`/groups/${group.id}/memberships`, { user_id })
    }
    const page = await newPage()
    await signIn(page, email)
    await page.goto('/dashboard/you')
    await organisation(page).selectOption({ label: tenant.name })
    const rights = section(page, 'Your permissions')
    for (const name of ['Roof', 'Cellar']) {
      await rights.getByRole('row', { name: `Issues in “${name}” View Crew of ${name}` }).waitFor()
      await section(page, 'Your groups').getByText(`Only in “${name}”`).waitFor()
    }
  })

  it('finds its way out of an organisation that was archived meanwhile', async () => {
    expectFailures(404, 409)
    const email = await makeAccount()
    const bearer = await token(email)
    const tenant = await makeTenant(bearer, `Fourth ${Date.now().toString(36)}`)
    const page = await newPage()
    await signIn(page, email)
    await page.goto('/dashboard/you')
    await organisation(page).waitFor()
    const before = await chosen(page)
    await organisation(page).selectOption({ label: tenant.name })
    await section(page, 'Your permissions').getByRole('rowheader', { name: 'Everything' }).waitFor()
    await postIn(null, bearer, `/tenants/${tenant.id}/archive`, {})
    await page.reload()
    await page
      .getByText(/^This is archived, or belongs to an archived record/)
      .first()
      .waitFor()
    await page.reload()
    await organisation(page).waitFor()
    await organisation(page).selectOption({ label: before ?? '' })
    await section(page, 'Your permissions').getByRole('rowheader', { name: 'Assets' }).waitFor()
  })

  it('ends another session, which is refused from then on', async () => {
    const email = await makeAccount()
    const other = await token(email)
    const page = await newPage()
    await signIn(page, email)
    await page.goto('/dashboard/you')
    const sessions = section(page, 'Where you are signed in')
    await sessions.getByText('This one').waitFor()
    await sessions.getByRole('button', { name: 'End the session on Firefox on Linux' }).click()
    await page.getByRole('status').getByText('The session on Firefox on Linux has ended.').waitFor()
    const refused = await call(`${api}/me`, { headers: { authorization: `Bearer ${other}` } })
    expect(refused.status).toBe(401)
  })

  it('takes up preferences at once, and keeps them', async () => {
    const email = await makeAccount()
    const page = await newPage({ colorScheme: 'light' })
    await signIn(page, email)
    await page.goto('/dashboard/you')
    const preferences = page.getByRole('form', { name: 'Preferences' })
    await preferences.getByLabel('Colours').selectOption('dark')
    await preferences.getByLabel('Date format').selectOption('mm_dd_yyyy')
    await preferences.getByLabel('Time zone').selectOption('Asia/Tokyo')
    await preferences.getByRole('button', { name: 'Save preferences' }).click()
    await page.getByRole('status').getByText('Your preferences were saved.').waitFor()
    for (const visit of ['now', 'after a reload'] as const) {
      await expect
        .poll(() => page.locator('html').getAttribute('data-theme'), { message: visit })
        .toBe('dark')
      await section(page, 'Where you are signed in')
        .getByText(/\d\d\/\d\d\/\d{4}, \d\d:\d\d/)
        .first()
        .waitFor()
      await page.reload()
    }
    const elsewhere = await newPage({ colorScheme: 'light' })
    await signIn(elsewhere, email)
    await elsewhere.locator('html[data-theme="dark"]').waitFor()
  })

  it('says at the field what the service does not take', async () => {
    expectFailures(422)
    const page = await newPage()
    await signIn(page)
    await page.goto('/dashboard/you')
    const preferences = page.getByRole('form', { name: 'Preferences' })
    await preferences.getByLabel('Time zone').selectOption('Europe/Zurich')
    // The list offers only time zones that exist: this one does not exist for the service.
    await page.route('**/me/preferences', (route) =>
      route.request().method() === 'PATCH'
        ? route.continue({ postData: JSON.stringify({ timezone: 'Europe/Atlantis' }) })
        : route.continue(),
    )
    await preferences.getByRole('button', { name: 'Save preferences' }).click()
    await preferences
      .getByText(/time zone/i)
      .last()
      .waitFor()
    expect(await page.locator('[aria-invalid="true"]').getAttribute('name')).toBe('timezone')
  })
})
