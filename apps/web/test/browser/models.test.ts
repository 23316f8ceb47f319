import type { BrowserContextOptions, Page } from 'playwright-core'
import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { call, newPage, signIn, web } from './browser.ts'
import { pick } from './pick.ts'
import { violationsOf } from './work-stage.ts'

let count = 0
const unique = (text: string) => `${text} ${Date.now().toString(36)}${count++}`

/** An owner of a new organisation. */
async function stage(options?: BrowserContextOptions) {
  const page = await newPage(options)
  await signIn(page)
  const tenant = await call(page, 'POST', '/tenants', { name: unique('North') })
  await call(page, 'POST', '/me/current-tenant', { tenant_id: tenant.id })
  return { page, home: `/t/${tenant.slug}` }
}

/** A model with one asset. */
async function makeAsset(page: Page) {
  const model = await call(page, 'POST', '/asset-models', {
    name: unique('ThinkPad'),
    tracking_type: 'serialized',
  })
  const asset = await call(page, 'POST', '/assets', {
    model_id: model.id,
    name: unique('Laptop'),
    serial_number: unique('SN'),
  })
  return { model, asset }
}

/** The dark modules of a QR code, row by row, read from the outline in its SVG path. */
function modulesOf(outline: string, size: number): boolean[][] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y, length] of outline.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    rows[Number(y)]?.fill(true, Number(x), Number(x) + Number(length))
  return rows
}

describe('the screens of models', () => {
  it('register a model and an asset of it', async () => {
    const { page, home } = await stage()
    const [model, asset] = [unique('Latitude'), unique('Loan laptop')]
    await page.goto(`${home}/asset-models`)
    await page.getByRole('heading', { name: 'No models yet' }).waitFor()
    await page.getByRole('button', { name: 'Register a model' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill(model)
    await page.getByLabel('Manufacturer').fill('Dell')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText(`${model} was registered.`).waitFor()
    await page.getByRole('link', { name: model }).click()
    await page.getByRole('heading', { level: 1, name: model }).waitFor()
    await page.getByRole('button', { name: 'Register an asset' }).click()
    const form = page.getByRole('form', { name: 'Register an asset' })
    await expect.poll(() => form.getByRole('combobox', { name: 'Model' }).inputValue()).toBe(model)
    await form.getByLabel('Name', { exact: true }).fill(asset)
    await form.getByLabel('Serial number').fill(unique('PF'))
    await form.getByRole('button', { name: 'Register' }).click()
    await page.getByRole('region', { name: 'Assets' }).getByRole('link', { name: asset }).waitFor()
    // The tracking of a model is fixed as soon as it has assets.
    await page.getByRole('main').getByRole('button', { name: 'Edit' }).click()
    const change = page.getByRole('form', { name: `Change ${model}` })
    await change.getByLabel('Manufacturer').waitFor()
    expect(await change.getByLabel('Tracking').count()).toBe(0)
    await change.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: `More for ${model}` }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await page.getByText(`${model} was archived.`).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    const [known] = await call(page, 'GET', '/asset-models')
    expect(known).toMatchObject({ name: model, manufacturer: 'Dell', asset_count: 1, archived_at: null })
  })
})

describe('the screens of repairs', () => {
  it('report a repair of an asset and finish it', async () => {
    const { page, home } = await stage()
    const { asset } = await makeAsset(page)
    const title = unique('Hinge is broken')
    await page.goto(`${home}/repairs`)
    await page.getByRole('button', { name: 'Report a repair' }).first().click()
    const form = page.getByRole('form', { name: 'Report a repair' })
    await pick(form.getByRole('combobox', { name: 'Asset' }), asset.name)
    await form.getByLabel('What is wrong').fill(title)
    await form.getByLabel('Repaired by').fill('Hinges & Sons')
    await form.getByRole('button', { name: 'Report', exact: true }).click()
    await page.getByRole('link', { name: title }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByRole('link', { name: asset.name }).waitFor()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('button', { name: 'Resolve', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Outcome').selectOption('repaired')
    await dialog.getByLabel('Resolution').fill('A new hinge')
    await dialog.getByRole('button', { name: 'Resolve' }).click()
    await page.getByRole('region', { name: 'What was done' }).getByText('A new hinge').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).click()
    await expect
      .poll(async () => (await call(page, 'GET', '/asset-repairs'))[0])
      .toMatchObject({ title, outcome: 'repaired', vendor: 'Hinges & Sons', status: 'closed' })
    expect(await call(page, 'GET', `/assets/${asset.id}`)).toMatchObject({ in_repair: false })
    await page.getByRole('link', { name: new RegExp(`${title}$`) }).click()
    await page.waitForURL(/\/issues\/REP-\d+$/)
  })
})

describe('a repair', () => {
  it('is offered no change once its project is archived', async () => {
    const { page, home } = await stage()
    const { asset } = await makeAsset(page)
    const project = await call(page, 'POST', '/projects', { name: unique('Workshop') })
    const members = { asset_id: asset.id, title: unique('Hinge'), project_id: project.id }
    const repair = await call(page, 'POST', '/asset-repairs', members)
    await page.goto(`${home}/repairs/${repair.id}`)
    const edit = page.getByRole('main').getByRole('button', { name: 'Edit' })
    await edit.waitFor()
    await call(page, 'POST', `/projects/${project.id}/archive`)
    await expect.poll(() => edit.count()).toBe(0)
  })
})

describe('labels', () => {
  it('carry the address of each chosen asset, its tag and its name, on a sheet of A4', async () => {
    const { page, home } = await stage()
    const { asset } = await makeAsset(page)
    const { asset: other } = await makeAsset(page)
    await page.goto(`${home}/assets`)
    for (const { name } of [asset, other])
      await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').click()
    await page.getByRole('link', { name: 'Print 2 labels' }).click()
    const labels = page.getByRole('list', { name: 'Labels of assets' })
    for (const { id, asset_tag, name } of [asset, other]) {
      await labels.getByText(name, { exact: true }).waitFor()
      await labels.getByText(asset_tag, { exact: true }).waitFor()
      const outline = await labels.getByRole('img', { name: `Code of ${asset_tag}` }).locator('path')
      const { data, size } = encode(`${web}${home}/assets/${id}`, { ecc: 'M', border: 4 })
      expect(modulesOf((await outline.getAttribute('d')) ?? '', size)).toEqual(data)
    }
    await page.emulateMedia({ media: 'print' })
    for (const hidden of [
      page.getByRole('navigation', { name: 'Main' }),
      page.getByRole('heading', { level: 1 }),
    ])
      expect(await hidden.isVisible()).toBe(false)
    const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    // One sheet of 210 × 297 mm, in points.
    expect(sheets.match(/MediaBox \[[^\]]+\]/g)).toEqual(['MediaBox [0 0 594.95996 841.91998]'])
    const box = await labels.getByRole('listitem').first().boundingBox()
    expect([box?.width, box?.height].map((px) => Math.round(((px ?? 0) / 96) * 254) / 10)).toEqual([
      63.5, 38.1,
    ])
  })

  it('are reached from the page of an asset', async () => {
    const { page, home } = await stage()
    const { asset } = await makeAsset(page)
    await page.goto(`${home}/assets/${asset.id}`)
    await page.getByRole('link', { name: 'Print the label' }).click()
    await page.getByRole('img', { name: `Code of ${asset.asset_tag}` }).waitFor()
    await page.goto(`${home}/labels`)
    await page.getByRole('heading', { name: 'No labels to print' }).waitFor()
  })
})

it('offers no changes to who may only read', async () => {
  const { page, home } = await stage()
  const { model, asset } = await makeAsset(page)
  const repair = await call(page, 'POST', '/asset-repairs', { asset_id: asset.id, title: unique('Dust') })
  await page.route('**/me/permissions', async (route) => {
    const answer = await route.fetch()
    const body: object = await answer.json()
    await route.fulfill({
      response: answer,
      json: { ...body, permissions: ['assets:read', 'issues:read'], projects: [] },
    })
  })
  for (const [path, heading] of [
    ['asset-models', 'Models'],
    [`asset-models/${model.id}`, model.name],
    ['repairs', 'Repairs'],
    [`repairs/${repair.id}`, repair.title],
  ]) {
    await page.goto(`${home}/${path}`)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await page
      .getByRole('link', { name: asset.name })
      .or(page.getByRole('link', { name: model.name }))
      .first()
      .waitFor()
    const changes = page.getByRole('button', { name: /^(Edit|Register|Report a|More|Start|Cancel)/ })
    expect(await changes.count(), path).toBe(0)
  }
})

it('keep no assistive technology out', async () => {
  const { page, home } = await stage()
  const { model, asset } = await makeAsset(page)
  const repair = await call(page, 'POST', '/asset-repairs', { asset_id: asset.id, title: unique('Dust') })
  for (const [path, link] of [
    ['asset-models', model.name],
    [`asset-models/${model.id}`, asset.name],
    ['repairs', repair.title],
    [`repairs/${repair.id}`, asset.name],
  ]) {
    await page.goto(`${home}/${path}`)
    await page.getByRole('link', { name: link }).first().waitFor()
    expect(await violationsOf(page), path).toEqual([])
  }
  await page.goto(`${home}/labels?assets=${asset.id}`)
  await page.getByRole('img', { name: `Code of ${asset.asset_tag}` }).waitFor()
  expect(await violationsOf(page), 'labels').toEqual([])
})
