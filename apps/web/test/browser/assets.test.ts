import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { call, expectFailures, newPage, signIn } from './browser.ts'
import { answer, hang, inPagesOfTwo } from './misbehaving-api.ts'
import { pick } from './pick.ts'
import { settled } from './settled.ts'
import { chosenOption, typeAndChoose, violationsOf } from './work-stage.ts'

let count = 0
const unique = (text: string) => `${text} ${Date.now().toString(36)}${count++}`

interface Stage {
  readonly page: Page
  /** Address of the organisation's screens. */
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

const makeAsset = ({ page, model }: Stage, name = unique('Laptop')) =>
  call(page, 'POST', '/assets', { model_id: model.id, name, serial_number: unique('SN') })

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

describe('the screens of assets', () => {
  it('narrow the list to what is within a place, and say which one after a reload', async () => {
    const at = await stage()
    const { page, home, model } = at
    const type = await call(page, 'POST', '/location-types', { name: 'Place' })
    const place = (name: string, parent_id?: string) =>
      call(page, 'POST', '/locations', { name, type_id: type.id, parent_id })
    const building = await place('North wing')
    const room = await place('Room 12', building.id)
    const there = await call(page, 'POST', '/assets', {
      model_id: model.id,
      name: unique('Laptop'),
      serial_number: unique('SN'),
      location_id: room.id,
    })
    const elsewhere = await makeAsset(at)
    await page.goto(`${home}/assets`)
    await row(page, elsewhere.name).waitFor()
    const filters = page.getByRole('region', { name: 'Filters: Assets' })
    await filters.getByRole('button', { name: 'Location', exact: true }).click()
    await typeAndChoose(page, 'north', 'North wing')
    const chosen = filters.getByRole('button', { name: 'Location: North wing', exact: true })
    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload()
      await chosen.waitFor()
      await row(page, there.name).waitFor()
      await row(page, elsewhere.name).waitFor({ state: 'detached' })
    }
    await filters.getByRole('button', { name: 'Clear Location' }).click()
    await row(page, elsewhere.name).waitFor()
  })

  it('register an asset, show it in the list and on its page', async () => {
    const { page, home, model } = await stage()
    await page.goto(`${home}/assets`)
    await page.getByRole('heading', { name: 'No assets yet' }).waitFor()
    await page.getByRole('button', { name: 'Register an asset' }).first().click()
    const form = page.getByRole('form', { name: 'Register an asset' })
    const asked = form.getByLabel(/^(Serial number|Quantity|Minimum stock)$/)
    expect(await asked.count()).toBe(0)
    const stock = await call(page, 'POST', '/asset-models', {
      name: unique('Cable'),
      tracking_type: 'countable',
    })
    await pick(form.getByRole('combobox', { name: 'Model' }), stock.name)
    await form.getByLabel('Minimum stock').waitFor()
    expect(await asked.count()).toBe(2)
    await pick(form.getByRole('combobox', { name: 'Model' }), model.name)
    await form.getByLabel('Serial number').waitFor()
    expect(await asked.count()).toBe(1)
    const name = unique('Loan laptop')
    await form.getByLabel('Name', { exact: true }).fill(name)
    await form.getByLabel('Serial number').fill(unique('PF'))
    await form.getByRole('button', { name: 'Register' }).click()
    await page.getByText(`${name} was registered as`).waitFor()
    await row(page, name).getByTitle(model.name, { exact: true }).waitFor()
    await row(page, name).getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByText('created it').waitFor()
  })

  it('mark for the eye what must be filled in, and call it what it is', async () => {
    const { page, home } = await stage()
    await page.goto(`${home}/assets`)
    await page.getByRole('button', { name: 'Register an asset' }).first().click()
    const form = page.getByRole('form', { name: 'Register an asset' })
    await form.getByRole('combobox', { name: 'Model', exact: true }).waitFor()
    const marked = () =>
      form
        .locator('label')
        .evaluateAll((labels) =>
          labels
            .filter((label) => getComputedStyle(label, '::after').content.includes('*'))
            .map((label) => label.textContent),
        )
    await expect.poll(marked).toEqual(['Model', 'Name'])
    expect(await form.getByText('* Required').isVisible()).toBe(true)
    expect(await form.getByRole('textbox', { name: 'Name', exact: true }).count()).toBe(1)
    expect(await form.locator('[aria-required="true"]').count()).toBe(2)
  })

  it('show what others change while one looks on', async () => {
    const scene = await stage()
    const { page, home } = scene
    await makeAsset(scene)
    // Changes before the page listens to events are not noticed.
    const listens = page.waitForRequest((request) => new URL(request.url()).pathname === '/events')
    await page.goto(`${home}/assets`)
    await page.getByRole('table').waitFor()
    await listens
    await settled(page)
    // Another client makes it, so that the page learns of it only from the service.
    const { id, name } = await makeAsset(scene)
    await row(page, String(name)).waitFor()
    await call(page, 'PATCH', `/assets/${id}`, { name: `${name} again` })
    await row(page, `${name} again`).waitFor()
  })

  it('show what others changed while the network was away', async () => {
    const scene = await stage()
    const { page, home } = scene
    const listens = page.waitForRequest((request) => new URL(request.url()).pathname === '/events')
    await page.goto(`${home}/assets`)
    await page.getByRole('heading', { name: 'No assets yet' }).waitFor()
    await listens
    await settled(page)
    await page.context().setOffline(true)
    const { name } = await makeAsset(scene)
    await page.context().setOffline(false)
    await row(page, String(name)).waitFor()
  })

  it('show what others changed while the events could not be read', async () => {
    const scene = await stage()
    const { page, home } = scene
    await answer(page, '/events?*', { status: 410, code: 'cursor_expired' })
    const refused = page.waitForResponse((response) => response.status() === 410)
    await page.goto(`${home}/assets`)
    await page.getByRole('heading', { name: 'No assets yet' }).waitFor()
    await refused
    await settled(page)
    const { name } = await makeAsset(scene)
    await page.unrouteAll()
    await row(page, String(name)).waitFor()
  })

  it('retire, move and take back several at once, and undo it', async () => {
    const scene = await stage()
    const { page, home } = scene
    const person = await call(page, 'POST', '/persons', {
      identity: { first_name: 'Ada', last_name: 'Berg' },
    })
    const type = await call(page, 'POST', '/location-types', { name: 'Room' })
    const store = await call(page, 'POST', '/locations', { name: unique('Store'), type_id: type.id })
    const [first, second] = [await makeAsset(scene), await makeAsset(scene)]
    const own = [first, second]
    const members = (member: string) =>
      Promise.all(own.map(async ({ id }) => (await call(page, 'GET', `/assets/${id}`))[member]))
    await page.goto(`${home}/assets`)
    const choose = async () => {
      for (const { name } of own) await row(page, String(name)).getByRole('checkbox').check()
    }
    const begin = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const dialog = page.getByRole('dialog')

    await choose()
    await begin('Retire')
    await dialog.getByLabel('Reason').fill('Too old')
    await dialog.getByRole('button', { name: 'Retire' }).click()
    await page.getByText('2 assets were changed.').waitFor()
    expect(await members('status')).toEqual(['retired', 'retired'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    expect(await members('status')).toEqual(['active', 'active'])

    for (const { id } of own) await call(page, 'POST', `/assets/${id}/assignments`, { person_id: person.id })
    await page.reload()
    await choose()
    // What is handed out cannot be moved.
    expect(await page.getByRole('button', { name: 'Move to a location', exact: true }).count()).toBe(0)
    await begin('Take back')
    await pick(dialog.getByRole('combobox', { name: 'Where they are put' }), String(store.name))
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Take back' }).click()
    await page.getByText('2 assets were changed.').waitFor()
    expect(await members('person_id')).toEqual([null, null])
    expect(await members('location_id')).toEqual([store.id, store.id])
    // Somebody else has got one of them meanwhile. The other one is given back.
    const other = await call(page, 'POST', '/persons', {
      identity: { first_name: 'Bo', last_name: 'Dahl' },
    })
    await call(page, 'POST', `/assets/${first.id}/assignments`, { person_id: other.id })
    expectFailures(409)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1 asset could not be changed.').waitFor()
    expect(await members('person_id')).toEqual([other.id, person.id])
  })

  it('say before several are archived that pieces of a stock are handed out', async () => {
    const { page, home } = await stage()
    const person = await call(page, 'POST', '/persons', {
      identity: { first_name: 'Ada', last_name: 'Berg' },
    })
    const model = await call(page, 'POST', '/asset-models', { name: 'Cable', tracking_type: 'countable' })
    const stock = await call(page, 'POST', '/assets', { model_id: model.id, name: 'Cables', quantity: 5 })
    await call(page, 'POST', `/assets/${stock.id}/assignments`, { person_id: person.id, quantity: 2 })
    await page.goto(`${home}/assets`)
    await row(page, 'Cables').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await page.getByRole('dialog').getByText('1 of them is handed out.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect(await call(page, 'GET', `/assets/${stock.id}`)).toMatchObject({ status: 'active' })
  })

  it('say before several are archived which of them people have or are to get', async () => {
    const { page, home } = await stage()
    const person = await call(page, 'POST', '/persons', {
      identity: { first_name: 'Ada', last_name: 'Berg' },
    })
    const model = await call(page, 'POST', '/asset-models', { name: 'Camera', tracking_type: 'serialized' })
    const make = async (name: string, start_date?: string) => {
      const asset = await call(page, 'POST', '/assets', { model_id: model.id, name, serial_number: name })
      const body = { person_id: person.id, start_date }
      if (start_date) await call(page, 'POST', `/assets/${asset.id}/assignments`, body)
      return asset
    }
    await make('Given', '2026-01-01')
    const planned = await make('Planned', '2099-01-01')
    const lost = await make('Missing')
    await call(page, 'POST', `/assets/${lost.id}/mark-lost`)
    await page.goto(`${home}/assets`)
    for (const name of ['Given', 'Planned', 'Missing']) await row(page, name).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Archive: 3 assets' })
    await dialog.getByText('1 of them is handed out.').waitFor()
    await dialog.getByText('1 of them is planned for somebody. This cancels the assignment').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Archive' }).click()
    await page.getByText('3 assets were changed.').waitFor()
    expect(await call(page, 'GET', `/asset-assignments?asset_id=${planned.id}`)).toEqual([])
  })

  it('make a move with its reason, and take it back', async () => {
    const scene = await stage()
    const { page, home } = scene
    const { id, name } = await makeAsset(scene)
    await page.goto(`${home}/assets/${id}`)
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Retire' }).click()
    await page.locator('input[name="reason"]:focus').fill('Too old')
    await page.keyboard.press('Enter')
    await page.getByText(`${name} was retired.`).waitFor()
    await page.getByText('Retired', { exact: true }).first().waitFor()
    expect(await call(page, 'GET', `/assets/${id}`)).toMatchObject({
      status: 'retired',
      status_reason: 'Too old',
    })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    expect(await call(page, 'GET', `/assets/${id}`)).toMatchObject({ status: 'active' })
    await page.getByRole('button', { name: 'Edit' }).waitFor()
    await call(page, 'POST', `/assets/${id}/archive`, {})
    await page.reload()
    await page.getByRole('button', { name: 'Restore' }).waitFor()
    expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0)
  })

  it.each([
    ['that the page has received', true],
    ['that the page has not received', false],
  ])('merge what somebody else has changed meanwhile, %s', async (_, isHeard) => {
    expectFailures(412)
    const scene = await stage()
    const { page, home } = scene
    const { id } = await makeAsset(scene)
    if (!isHeard) await hang(page, '/events**')
    const listens = page.waitForRequest(
      (request) => new URL(request.url()).pathname === (isHeard ? '/events' : '/events/head'),
    )
    await page.goto(`${home}/assets/${id}`)
    await listens
    await page.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('form', { name: /^Change/ })
    await form.getByLabel('Notes').fill('Mine')
    const theirs = unique('Renamed')
    await settled(page)
    await call(page, 'PATCH', `/assets/${id}`, { name: theirs })
    if (isHeard) await page.locator('h1', { hasText: theirs }).waitFor()
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Somebody else changed this meanwhile').waitFor()
    await expect.poll(() => form.getByLabel('Name', { exact: true }).inputValue()).toBe(theirs)
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    expect(await call(page, 'GET', `/assets/${id}`)).toMatchObject({ name: theirs, notes: 'Mine' })
  })

  it('open a form with the list of its first field shut, until somebody asks for it', async () => {
    const scene = await stage()
    const { page, home } = scene
    const { id, model_id } = await makeAsset(scene)
    const { name } = await call(page, 'GET', `/asset-models/${model_id}`)
    await page.goto(`${home}/assets/${id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    const model = page.getByRole('combobox', { name: 'Model' })
    const list = page.locator('.picker-list')
    await expect.poll(() => model.inputValue()).toBe(name)
    await settled(page)
    expect(await model.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await list.count()).toBe(0)
    await page.keyboard.press('ArrowDown')
    await list.getByRole('option', { name }).waitFor()
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await page.keyboard.type('x')
    await list.waitFor()
  })

  it('put a draft over what somebody else has changed since, until it is cancelled', async () => {
    const scene = await stage()
    const { page, home } = scene
    const { id } = await makeAsset(scene)
    await page.goto(`${home}/assets/${id}`)
    const open = () => page.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('form', { name: /^Change/ })
    const [name, notes] = [form.getByLabel('Name', { exact: true }), form.getByLabel('Notes')]
    await open()
    const first = await name.inputValue()
    await notes.fill('Mine')
    await name.fill('Typed and put back')
    await name.fill(first)
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    const theirs = unique('Renamed')
    await call(page, 'PATCH', `/assets/${id}`, { name: theirs, notes: 'Theirs' })
    await page.reload()
    await open()
    await form.getByText('Somebody else changed this meanwhile').waitFor()
    await form.getByText('Somebody changed this to “Theirs”').waitFor()
    expect([await name.inputValue(), await notes.inputValue()]).toEqual([theirs, 'Mine'])
    await form.getByRole('button', { name: 'Cancel' }).click()
    await form.waitFor({ state: 'detached' })
    await open()
    await settled(page)
    expect([await name.inputValue(), await notes.inputValue()]).toEqual([theirs, 'Theirs'])
    expect(await form.getByText('Somebody else changed this meanwhile').count()).toBe(0)
  })

  it('keep a form that is open, and what was typed, over a reload', async () => {
    const { page, home } = await stage()
    await page.goto(`${home}/assets`)
    await page.getByRole('button', { name: 'Register an asset' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Half typed')
    await page.reload()
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half typed')
  })

  it('narrow the list by the address, and say when nothing matches', async () => {
    const scene = await stage()
    const { page, home } = scene
    const [first, second] = [await makeAsset(scene), await makeAsset(scene)]
    await call(page, 'POST', `/assets/${second.id}/mark-lost`)
    await page.goto(`${home}/assets`)
    await row(page, first.name).waitFor()
    await page
      .getByRole('region', { name: 'Filters: Assets' })
      .getByRole('button', { name: 'Status' })
      .click()
    await page.getByRole('menuitemcheckbox', { name: 'Lost' }).click()
    await page.keyboard.press('Escape')
    await row(page, first.name).waitFor({ state: 'detached' })
    await row(page, second.name).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?status=lost')
    await page.getByRole('searchbox').fill('zzzz')
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await row(page, first.name).waitFor()
  })

  it('narrow the list to what is in repair, by the filter beside the status', async () => {
    const scene = await stage({ viewport: { width: 390, height: 844 } })
    const { page, home } = scene
    const [whole, broken] = [await makeAsset(scene), await makeAsset(scene)]
    await call(page, 'POST', '/asset-repairs', { asset_id: broken.id, title: unique('Cracked display') })
    await page.goto(`${home}/assets`)
    await row(page, whole.name).waitFor()
    const filters = page.getByRole('region', { name: 'Filters: Assets' }).locator('.filter-chip')
    expect((await filters.allInnerTexts()).slice(0, 2)).toEqual(['Status', 'Repair'])
    await filters.getByRole('button', { name: 'Repair' }).click()
    await page.getByRole('menuitemradio', { name: 'In repair', exact: true }).click()
    await row(page, whole.name).waitFor({ state: 'detached' })
    await row(page, broken.name).getByText('In repair').waitFor()
    expect(new URL(page.url()).search).toBe('?in_repair=true')
  })

  it('say how long ago something was, as time goes by', async () => {
    const scene = await stage()
    const { page, home } = scene
    const { id, name } = await makeAsset(scene)
    await page.clock.install()
    await page.goto(`${home}/assets/${id}`)
    await page.getByRole('heading', { level: 1, name }).waitFor()
    const registered = page.locator('.fact-list').getByText('Registered').locator('..').locator('time')
    const began = await registered.textContent()
    expect(began).toMatch(/^(now|1 minute ago)$/)
    await page.clock.fastForward('05:00')
    await expect.poll(() => registered.textContent()).toMatch(/^[56] minutes ago$/)
  })

  it('lead to a record by the command menu, without the mouse', async () => {
    const scene = await stage()
    const { page, home } = scene
    const { name } = await makeAsset(scene)
    await page.goto(home)
    await page.getByRole('button', { name: /Search or go to/ }).waitFor()
    await settled(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill(name)
    await page.getByRole('option', { name }).waitFor()
    await settled(page)
    await page.keyboard.press('ArrowDown')
    await chosenOption(page, name).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()
  })

  it('lead to a group and an account by the command menu, which says what failed', async () => {
    const { page, home } = await stage()
    const name = unique('Printers')
    await call(page, 'POST', '/groups', { name })
    const me = await call(page, 'GET', '/me')
    const account = unique('Kim')
    await call(page, 'PATCH', `/users/${me.id}`, { display_name: account })
    await page.goto(home)
    const search = async (words: string) => {
      await page.getByRole('button', { name: /Search or go to/ }).waitFor()
      await settled(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill(words)
    }
    await search(name)
    await page.getByRole('option', { name }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await search(account)
    await page.getByRole('option', { name: account }).click()
    await page.waitForURL(`**/settings/members/${me.id}`)
    await answer(page, '/search?**', { status: 503, code: 'unavailable' })
    await search(unique('Scanners'))
    await page.getByRole('alert').getByText('The service is busy.').waitFor()
    expect(await page.getByText('No results.').count()).toBe(0)
  })

  it('are in German where the browser is', async () => {
    const { page: english, home } = await stage()
    const storageState = await english.context().storageState()
    const page = await newPage({ locale: 'de-DE', storageState })
    await page.goto(`${home}/assets`)
    await page.getByRole('heading', { level: 1, name: 'Gegenstände' }).waitFor()
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de')
    // Keys have the names of German keyboards.
    await page.getByText('Strg K', { exact: true }).waitFor()
    await settled(page)
    await page.keyboard.press('?')
    await page.getByText('Pos1', { exact: true }).waitFor()
    await page.getByText('Status ändern: ein Buchstabe des Schritts, dann Enter').waitFor()
    await page.goto(`${home}/issues/board`)
    await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
    // People are active, and things are in use.
    const identity = { first_name: 'Noor', last_name: unique('Haddad') }
    await call(english, 'POST', '/persons', { identity })
    await page.goto(`${home}/people`)
    await row(page, identity.last_name).getByText('Aktiv', { exact: true }).waitFor()
    // The settings have a separate catalog.
    await page.goto(`${home}/settings/members`)
    await page.getByRole('button', { name: 'Konto anlegen' }).waitFor()
    // Names of shared records and of recorded operations are in German too.
    await page.goto(`${home}/settings/statuses`)
    await page.getByRole('row').filter({ hasText: 'Wartet auf Genehmigung' }).waitFor()
    // Other tests of this stage have filled the first page of the log.
    await page.goto(`${home}/settings/audit-log?record_type=tenant`)
    await page
      .getByRole('row')
      .filter({ hasText: 'Organisation' })
      .filter({ hasText: 'Anlegen' })
      .first()
      .waitFor()
    await page.goto(`${home}/account`)
    const form = page.getByRole('form', { name: 'Passwort ändern' })
    await form.getByRole('button', { name: 'Passwort zeigen' }).first().click()
    await form.getByLabel('Neues Passwort', { exact: true }).fill('short')
    await form.getByRole('button', { name: 'Passwort ändern' }).click()
    await form.getByText('Nehmen Sie mindestens 8 Zeichen.').waitFor()
  })

  it('offer no changes to who may only read', async () => {
    const scene = await stage()
    const { page, home } = scene
    const { id, name } = await makeAsset(scene)
    await page.route('**/me/permissions', async (route) => {
      const answer = await route.fetch()
      const body: object = await answer.json()
      await route.fulfill({
        response: answer,
        json: { ...body, permissions: ['assets:read'], projects: [] },
      })
    })
    await page.goto(`${home}/assets`)
    await row(page, name).waitFor()
    expect(await page.getByRole('button', { name: 'Register an asset' }).count()).toBe(0)
    await page.goto(`${home}/assets/${id}`)
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: `More for ${name}` }).count()).toBe(0)
  })

  it('say so when the organisation does not exist', async () => {
    const { page } = await stage()
    await page.goto('/t/nowhere-at-all/assets')
    await page.getByRole('heading', { name: 'No such organisation' }).waitFor()
  })
})

describe('nothing keeps assistive technology out', () => {
  it('of the list, its menus and its form', async () => {
    const scene = await stage()
    const { page, home } = scene
    await page.goto(`${home}/assets`)
    await page.getByRole('heading', { name: 'No assets yet' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    const { name } = await makeAsset(scene)
    await page.reload()
    await row(page, name).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Register an asset' }).click()
    await page.getByRole('form').waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  it('of a page, its moves and the command menu', async () => {
    const scene = await stage()
    const { page, home } = scene
    const { id, name } = await makeAsset(scene)
    await page.goto(`${home}/assets/${id}`)
    await page.getByText('created it').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Retire' }).click()
    await page.locator('input[name="reason"]:focus').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Assets', exact: true }).waitFor()
    expect(await violationsOf(page)).toEqual([])
  })
})

it('shows all who have had an asset, page by page', async () => {
  const at = await stage()
  const { page, home } = at
  const asset = await makeAsset(at)
  for (const first_name of ['Ada', 'Ben', 'Cem']) {
    const identity = { first_name, last_name: 'Okafor' }
    const { id } = await call(page, 'POST', '/persons', { identity })
    await call(page, 'POST', `/assets/${asset.id}/assignments`, { person_id: id, transfer: true })
  }
  await inPagesOfTwo(page, `/assets/${asset.id}/assignments?**`)
  await page.goto(`${home}/assets/${asset.id}`)
  const custody = page.getByRole('region', { name: 'Custody' })
  await expect.poll(() => custody.getByRole('listitem').count()).toBe(2)
  await custody.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => custody.getByRole('listitem').count()).toBe(3)
})
