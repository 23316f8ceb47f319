import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { call, newPage, signIn } from './browser.ts'

let count = 0
const unique = (text: string) => `${text} ${Date.now().toString(36)}${count++}`

/** An owner of a new organisation, with the kinds of places that the tests name. */
async function stage(options?: BrowserContextOptions) {
  const page = await newPage(options)
  await signIn(page)
  const tenant = await call(page, 'POST', '/tenants', { name: unique('North') })
  await call(page, 'POST', '/me/current-tenant', { tenant_id: tenant.id })
  const type = await call(page, 'POST', '/location-types', { name: unique('Place') })
  return { page, home: `/t/${tenant.slug}`, type }
}

const faultsOf = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  )

const more = async (page: Page, of: string, move: string) => {
  await page.getByRole('button', { name: `More for ${of}` }).click()
  await page.getByRole('menuitem', { name: move, exact: true }).click()
}

const choose = async (page: Page, label: string, text: string) => {
  await page.getByRole('combobox', { name: label }).fill(text)
  await page.getByRole('option', { name: text }).click()
}

describe('the screens of locations', () => {
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
    await page.getByRole('button', { name: 'Add a location within' }).click()
    await page.getByLabel('Name', { exact: true }).fill(room)
    await choose(page, 'Type', type.name)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('list', { name: `Within ${building}` }).getByRole('link', { name: room }).click()
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
    await page.getByRole('button', { name: `What lies within ${annex}` }).click()
    await page.getByRole('list', { name: `Within ${annex}` }).getByRole('link', { name: room }).waitFor()
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
    expect(await call(page, 'GET', `/locations/${id}`)).toMatchObject({ archived_at: null })
  })
})

describe.each(['light', 'dark'] as const)('%s: nothing keeps assistive technology out', (colorScheme) => {
  it('of locations', async () => {
    const { page, home, type } = await stage({ colorScheme })
    const name = unique('Campus')
    await page.goto(`${home}/locations`)
    await page.getByRole('heading', { name: 'No locations yet' }).waitFor()
    const { id } = await call(page, 'POST', '/locations', { name, type_id: type.id })
    await page.reload()
    await page.getByRole('button', { name: `What lies within ${name}` }).click()
    await page.getByText('Nothing lies within it.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.goto(`${home}/locations/${id}`)
    await page.getByText('No asset is there.').waitFor()
    expect(await faultsOf(page)).toEqual([])
  })
})
