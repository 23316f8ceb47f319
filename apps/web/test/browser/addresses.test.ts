import { describe, expect, it } from 'vitest'
import { call, newPage, signIn } from './browser.ts'

/** An owner of a new organisation, and the address of its screens. */
async function stage() {
  const page = await newPage()
  await signIn(page)
  const tenant = await call(page, 'POST', '/tenants', { name: `North ${Date.now().toString(36)}` })
  await call(page, 'POST', '/me/current-tenant', { tenant_id: tenant.id })
  const home = `/t/${tenant.slug}`
  /** Opens an address that contains a code of a record, and expects the record's page at its usual address. */
  const expectFound = async (address: string, own: string, name: string) => {
    await page.goto(`${home}${address}`)
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`${home}${own}`)
  }
  return { page, home, expectFound }
}

describe('an address', () => {
  it('leads to an asset by its tag, also where that is the serial number of another', async () => {
    const { page, home, expectFound } = await stage()
    const model = await call(page, 'POST', '/asset-models', {
      name: 'Latitude',
      tracking_type: 'serialized',
    })
    const laptop = (values: object) => call(page, 'POST', '/assets', { model_id: model.id, ...values })
    const { id } = await laptop({ name: 'The tagged one', asset_tag: 'NB-0854', serial_number: 'S-1' })
    await laptop({ name: 'The other one', asset_tag: 'NB-0855', serial_number: 'NB-0854' })
    await expectFound('/assets/NB-0854', `/assets/${id}`, 'The tagged one')
    await expectFound('/assets/nb-0854', `/assets/${id}`, 'The tagged one')
    await page.goto(`${home}/people/NB-0854`)
    await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor()
  })

  it('leads to people, places, projects and schools by their codes', async () => {
    const { page, home, expectFound } = await stage()
    const person = await call(page, 'POST', '/persons', {
      external_id: 'P-7/3',
      identity: { first_name: 'Kim', last_name: 'Okafor' },
    })
    await expectFound('/people/P-7%2F3', `/people/${person.id}`, 'Kim Okafor')
    const type = await call(page, 'POST', '/location-types', { name: 'Room' })
    const room = await call(page, 'POST', '/locations', { name: 'Room 12', code: 'R-12', type_id: type.id })
    await expectFound('/locations/R-12', `/locations/${room.id}`, 'Room 12')
    const project = await call(page, 'POST', '/projects', { name: 'Roll-out', key: 'ROLL' })
    await expectFound('/projects/roll', `/projects/${project.id}`, 'Roll-out')
    const school = await call(page, 'POST', '/schools', { name: 'Riverside', code: 'RS-1' })
    await expectFound('/schools/RS-1', `/schools/${school.id}`, 'Riverside')
    const item = await call(page, 'POST', '/configuration-items', {
      name: 'Firewall',
      ci_type: 'network',
      external_id: 'FW-1',
    })
    await expectFound('/configuration-items/FW-1', `/configuration-items/${item.id}`, 'Firewall')
    await page.goto(`${home}/schools/RS-2`)
    await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor()
  })
})
