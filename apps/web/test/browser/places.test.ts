import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { call, newPage, signIn } from './browser.ts'
import { pick } from './pick.ts'
import { violationsOf } from './work-stage.ts'

let count = 0
const unique = (text: string) => `${text} ${Date.now().toString(36)}${count++}`

/** An owner of a new organisation, with the location types that the tests use. */
async function stage(options?: BrowserContextOptions) {
  const page = await newPage(options)
  await signIn(page)
  const tenant = await call(page, 'POST', '/tenants', { name: unique('North') })
  await call(page, 'POST', '/me/current-tenant', { tenant_id: tenant.id })
  const type = await call(page, 'POST', '/location-types', { name: unique('Place') })
  return { page, home: `/t/${tenant.slug}`, type }
}

const more = async (page: Page, of: string, move: string) => {
  await page.getByRole('button', { name: `More for ${of}` }).click()
  await page.getByRole('menuitem', { name: move, exact: true }).click()
}

const choose = (page: Page, label: string, text: string) =>
  pick(page.getByRole('combobox', { name: label }), text)

describe('the screens of locations', () => {
  it('find what the service itself names by the name that is shown', async () => {
    const { page: english, home } = await stage()
    const storageState = await english.context().storageState()
    const page = await newPage({ locale: 'de-DE', storageState })
    await page.goto(`${home}/locations`)
    await page.getByRole('button', { name: 'Ort hinzufügen' }).first().click()
    await choose(page, 'Typ', 'Raum')
    const store = unique('Lager')
    await page.getByLabel('Name', { exact: true }).fill(store)
    await page.getByRole('button', { name: 'Hinzufügen', exact: true }).click()
    await page.getByRole('link', { name: store }).waitFor()
    const types = await call(english, 'GET', '/location-types?shared=only&name=Room')
    const [made] = await call(english, 'GET', `/locations?q=${encodeURIComponent(store)}`)
    expect(made).toMatchObject({ type_id: types[0].id })
  })

  it('make a new building with a room, and move the room elsewhere', async () => {
    const { page, home, type } = await stage()
    const [building, room, annex] = [unique('Building'), unique('Room'), unique('Annex')]
    const other = await call(page, 'POST', '/locations', { name: annex, type_id: type.id })
    await page.goto(`${home}/locations`)
    await page.getByRole('button', { name: 'Add a location' }).click()
    await page.getByLabel('Name', { exact: true }).fill(building)
    await choose(page, 'Type', type.name)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText(`${building} was added.`).waitFor()
    await page.getByRole('link', { name: building }).click()
    await page.getByRole('heading', { level: 1, name: building }).waitFor()
    const named = page.getByLabel('Name', { exact: true })
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await named.fill('Half a name')
    await page.reload()
    await expect.poll(() => named.inputValue()).toBe('Half a name')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Add a location within' }).click()
    await named.fill(room)
    // A reload shows the form and what was typed.
    await page.reload()
    await expect.poll(() => named.inputValue()).toBe(room)
    await choose(page, 'Type', type.name)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page
      .getByRole('list', { name: `Within ${building}` })
      .getByRole('link', { name: room })
      .click()
    await page.getByRole('heading', { level: 1, name: room }).waitFor()
    const trail = page.getByRole('navigation', { name: 'Locations' })
    await trail.getByRole('link', { name: building }).waitFor()
    await more(page, room, 'Move')
    await choose(page, 'Into', annex)
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText(`${room} was moved.`).waitFor()
    await trail.getByRole('link', { name: annex }).waitFor()
    const [moved] = await call(page, 'GET', `/locations?parent_id=${other.id}`)
    expect(moved).toMatchObject({ name: room })
    await page.goto(`${home}/locations`)
    await page.getByRole('button', { name: `Locations inside ${annex}` }).click()
    await page
      .getByRole('list', { name: `Within ${annex}` })
      .getByRole('link', { name: room })
      .waitFor()
  })

  it('archive a location and take it back', async () => {
    const { page, home, type } = await stage()
    const name = unique('Shed')
    const { id } = await call(page, 'POST', '/locations', { name, type_id: type.id })
    await page.goto(`${home}/locations/${id}`)
    await more(page, name, 'Archive')
    await page.getByText('Archived', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Archived', { exact: true }).waitFor({ state: 'detached' })
    await expect.poll(() => call(page, 'GET', `/locations/${id}`)).toMatchObject({ id, archived_at: null })
  })
})

describe('the screens of configuration items', () => {
  it('relate a server to what depends on it, and show the impact', async () => {
    const { page, home } = await stage()
    const [server, shop, portal] = [unique('db-01'), unique('Shop'), unique('Portal')]
    const { id } = await call(page, 'POST', '/configuration-items', { name: server, ci_type: 'server' })
    const near = await call(page, 'POST', '/configuration-items', { name: shop })
    const far = await call(page, 'POST', '/configuration-items', { name: portal })
    await call(page, 'POST', `/configuration-items/${far.id}/relationships`, {
      target_id: near.id,
      relationship_type: 'depends_on',
    })
    await page.goto(`${home}/configuration-items`)
    await page.getByRole('link', { name: server }).click()
    await page.getByText('No other item fails with it.').waitFor()
    await page.getByRole('button', { name: 'Add a relationship' }).click()
    await page.getByLabel(`How ${server} is related`).selectOption({ label: 'is required by' })
    await choose(page, 'Other item', shop)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const list = page.getByRole('list', { name: 'Items of the impact' })
    await list.getByRole('link', { name: shop }).waitFor()
    await list.getByText(`by way of ${shop}`).waitFor()
    await expect.poll(() => page.locator('.impact-picture g').count()).toBe(3)
    await expect.poll(() => page.locator('.impact-picture .impact-line').count()).toBe(2)
    await more(page, shop, 'Delete')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('No other item fails with it.').waitFor()
    expect(await call(page, 'GET', `/configuration-items/${id}/relationships`)).toEqual([])
  })

  it('are reached from an issue that concerns one', async () => {
    const { page, home } = await stage()
    const name = unique('db-02')
    const { id } = await call(page, 'POST', '/configuration-items', { name })
    const issue = await call(page, 'POST', '/issues', {
      title: 'It is slow',
      issue_type: 'incident',
      configuration_item_ids: [id],
    })
    await page.goto(`${home}/issues/${issue.key}`)
    await page.getByRole('region', { name: 'Affected items' }).getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
  })

  it('offer no changes of a relationship whose other item is archived', async () => {
    const { page, home } = await stage()
    const [server, shop] = [unique('db-01'), unique('Shop')]
    const { id } = await call(page, 'POST', '/configuration-items', { name: server })
    const other = await call(page, 'POST', '/configuration-items', { name: shop })
    await call(page, 'POST', `/configuration-items/${id}/relationships`, {
      target_id: other.id,
      relationship_type: 'depends_on',
    })
    await page.goto(`${home}/configuration-items/${id}`)
    const edit = page.getByRole('button', { name: `Edit the relationship with ${shop}` })
    await edit.waitFor()
    await call(page, 'POST', `/configuration-items/${other.id}/archive`)
    await page.reload()
    await page.getByText(`${shop} is archived.`).waitFor()
    expect(await edit.count()).toBe(0)
    expect(await page.getByRole('button', { name: `More for ${shop}` }).count()).toBe(0)
  })

  it('offer no changes to who may only read', async () => {
    const { page, home, type } = await stage()
    const place = await call(page, 'POST', '/locations', { name: unique('Hall'), type_id: type.id })
    const item = await call(page, 'POST', '/configuration-items', { name: unique('mail') })
    await page.route('**/me/permissions', async (route) => {
      const answer = await route.fetch()
      const body: object = await answer.json()
      await route.fulfill({
        response: answer,
        json: { ...body, permissions: ['locations:read', 'configuration_items:read'], projects: [] },
      })
    })
    for (const { path, name } of [
      { path: `locations/${place.id}`, name: place.name },
      { path: `configuration-items/${item.id}`, name: item.name },
    ]) {
      await page.goto(`${home}/${path}`)
      await page.getByRole('heading', { level: 1, name }).waitFor()
      expect(await page.getByRole('button', { name: /^(Edit|Add|More)/ }).count()).toBe(0)
    }
  })
})

describe('nothing keeps assistive technology out', () => {
  it('of locations', async () => {
    const { page, home, type } = await stage()
    const name = unique('Campus')
    await page.goto(`${home}/locations`)
    await page.getByRole('heading', { name: 'No locations yet' }).waitFor()
    const { id } = await call(page, 'POST', '/locations', { name, type_id: type.id })
    await page.reload()
    await page.getByRole('button', { name: `Locations inside ${name}` }).click()
    await page.getByText('No locations inside.').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.goto(`${home}/locations/${id}`)
    await page.getByText('No assets here or inside.').waitFor()
    expect(await violationsOf(page)).toEqual([])
    const room = await call(page, 'POST', '/locations', {
      name: unique('Room'),
      type_id: type.id,
      parent_id: id,
    })
    const model = await call(page, 'POST', '/asset-models', {
      name: unique('Laptop'),
      tracking_type: 'serialized',
    })
    const asset = {
      model_id: model.id,
      name: unique('Laptop'),
      serial_number: unique('S'),
      location_id: room.id,
    }
    await call(page, 'POST', '/assets', asset)
    await page.reload()
    const line = page.getByRole('region', { name: 'Assets here and inside' }).getByRole('listitem')
    await line.filter({ hasText: asset.name }).getByText(room.name).waitFor()
  })

  it('of configuration items', async () => {
    const { page, home } = await stage()
    const item = await call(page, 'POST', '/configuration-items', { name: unique('host') })
    const other = await call(page, 'POST', '/configuration-items', { name: unique('service') })
    await call(page, 'POST', `/configuration-items/${other.id}/relationships`, {
      target_id: item.id,
      relationship_type: 'runs_on',
    })
    await page.goto(`${home}/configuration-items`)
    await page.getByRole('link', { name: item.name }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.goto(`${home}/configuration-items/${item.id}`)
    await page.locator('.impact-picture g').first().waitFor()
    expect(await violationsOf(page)).toEqual([])
  })
})
