import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { call, expectFailures, newBrowser, newPage, signIn, web } from './browser.ts'
import { answer, hang } from './misbehaving-api.ts'

let count = 0
const unique = (text: string) => `${text} ${Date.now().toString(36)}${count++}`

/** Adds a model, from the first form or from beside the asset form. */
async function addModel(page: Page, name: string, tracking: 'Individual items' | 'Stock') {
  await page.getByRole('heading', { name: /Begin with a model|Register an asset/ }).waitFor()
  const more = page.getByText('Add another model')
  if (await more.isVisible()) await more.click()
  const form = page.getByRole('form', { name: 'Add an asset model' })
  await form.getByLabel('Model name').fill(name)
  await form.getByLabel(tracking).check()
  await form.getByRole('button', { name: 'Add model' }).click()
  await page.getByRole('status').getByText(`${name} was added`).waitFor()
}

const assetForm = (page: Page) => page.getByRole('form', { name: 'Register an asset' })
const item = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

describe('/dashboard', () => {
  it('lets a person sign up, sign in, register an asset and sign out', async () => {
    const page = await newPage()
    const email = `grace.${Date.now()}@example.org`
    await page.goto('/')
    await page.waitForURL('**/signin?next=%2F')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill('plum orchard lantern 42')
    await page.keyboard.press('Enter')
    await page.getByText('account was created').waitFor()
    await page.locator('input[name="password"]:focus').waitFor()
    await page.keyboard.type('plum orchard lantern 42')
    await page.keyboard.press('Enter')
    await page.getByText(email).waitFor()

    const model = unique('ThinkPad')
    const name = unique('Loan laptop')
    await addModel(page, model, 'Individual items')
    await assetForm(page).locator('input[name="name"]:focus').fill(name)
    await assetForm(page).getByLabel('Serial number').fill(unique('PF'))
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText(`${name} was registered as `).waitFor()
    await item(page, name).getByText(model).waitFor()
    await item(page, name).getByText('Active', { exact: true }).waitFor()

    await page.getByRole('link', { name: 'Sign out' }).click()
    await page.getByText('You are signed out').waitFor()
  })

  it('begins with the way into the organisation in use, and into the others, and says in which one it registers', async () => {
    const browser = await newBrowser()
    const first = await browser.newPage()
    const ways = (page: Page) =>
      page
        .getByRole('main')
        .getByRole('link', { name: /^Open / })
        .allTextContents()
    await signIn(first)
    await expect.poll(() => ways(first)).toEqual(['Open Default'])
    await first.getByText('In the organisation “Default”').waitFor()
    const name = unique('Lakeside School')
    const { id, slug } = await call(first, 'POST', '/tenants', { name })
    await call(first, 'POST', '/me/current-tenant', { tenant_id: id })
    const page = await browser.newPage()
    await page.goto('/dashboard')
    await expect.poll(() => ways(page)).toEqual([`Open ${name}`, 'Open Default'])
    await page.getByText(`In the organisation “${name}”`).waitFor()
    // The main link of the page comes first in the order of the keyboard.
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/t/${slug}`)
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  })

  it('asks for a quantity where the model is countable', async () => {
    const page = await newPage()
    await signIn(page)
    await addModel(page, unique('Cable'), 'Stock')
    const name = unique('Cables')
    await assetForm(page).getByLabel('Name').fill(name)
    await assetForm(page).getByLabel('Quantity').fill('0')
    expect(await assetForm(page).getByLabel('Serial number').count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.getByText('Enter a whole number from 1 to 1,000,000.').waitFor()
    await assetForm(page).getByLabel('Quantity').fill('40')
    await page.keyboard.press('Enter')
    await item(page, name).getByText('Quantity 40').waitFor()
  })

  it('shows a duplicate serial number at its field', async () => {
    expectFailures(409)
    const page = await newPage()
    await signIn(page)
    await addModel(page, unique('Phone'), 'Individual items')
    const serial = unique('SN')
    for (const name of [unique('First'), unique('Second')]) {
      await assetForm(page).getByLabel('Name').fill(name)
      await assetForm(page).getByLabel('Serial number').fill(serial)
      await page.keyboard.press('Enter')
      await page
        .getByText(`${name} was registered`)
        .or(page.locator('[aria-invalid="true"]'))
        .first()
        .waitFor()
    }
    expect(await page.locator('[aria-invalid="true"]').getAttribute('name')).toBe('serial_number')
  })

  it('shows the errors that the service names at their fields, and the rest above', async () => {
    const page = await newPage()
    await signIn(page)
    await addModel(page, unique('Tablet'), 'Individual items')
    const errors = [
      {
        in: 'body',
        pointer: '/serial_number',
        code: 'too_long',
        message: 'must have at most 255 characters',
      },
      { in: 'body', pointer: '/project_id', code: 'reference_not_found', message: 'No such project.' },
    ]
    await answer(page, '/assets', { status: 422, code: 'validation_failed', facts: { errors } })
    await assetForm(page).getByLabel('Name').fill('Tablet')
    await assetForm(page).getByLabel('Serial number').fill('1')
    await page.keyboard.press('Enter')
    await assetForm(page).getByText('Must have at most 255 characters.').waitFor()
    await assetForm(page).getByRole('alert').getByText('Project: No such project.').waitFor()
  })

  it('moves an asset as its state allows, and back', async () => {
    const page = await newPage()
    await signIn(page)
    await addModel(page, unique('Camera'), 'Individual items')
    const name = unique('Camera body')
    await assetForm(page).getByLabel('Name').fill(name)
    await assetForm(page).getByLabel('Serial number').fill(unique('C'))
    await page.keyboard.press('Enter')
    const asset = item(page, name)
    await asset.getByText('Change status').click()
    await expect
      .poll(() => asset.getByRole('button').allTextContents())
      .toEqual(['Retire', 'Mark as lost', 'Mark as stolen', 'Archive'])
    for (const [move, state] of [
      ['Mark as lost', 'Lost'],
      ['Retire', 'Retired'],
      ['Restore', 'Active'],
    ] as const) {
      await asset.getByRole('button', { name: move }).click()
      await asset.getByText(state, { exact: true }).waitFor()
    }
    await asset.getByRole('button', { name: 'Archive' }).click()
    await asset.waitFor({ state: 'detached' })
    await page.getByLabel('Show archived').check()
    await asset.getByText('Archived', { exact: true }).waitFor()
  })

  it('registers a thing once, though the button is pressed again after a time-out', async () => {
    const page = await newPage()
    await signIn(page)
    await addModel(page, unique('Drill'), 'Individual items')
    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/assets')
        keys.push(request.headers()['idempotency-key'])
    })
    await answer(page, '/assets', { status: 503, code: 'unavailable' })
    await assetForm(page).getByLabel('Name').fill('Drill')
    await assetForm(page).getByLabel('Serial number').fill('1')
    for (let attempt = 0; attempt < 2; attempt++) {
      const answered = page.waitForResponse((response) => response.status() === 503)
      await page.keyboard.press('Enter')
      await answered
      expect(keys).toHaveLength(attempt + 1)
      // While the request is open, the button has another name.
      await page.getByRole('button', { name: 'Register asset' }).waitFor()
    }
    await assetForm(page).getByLabel('Serial number').fill('2')
    await page.keyboard.press('Enter')
    await expect.poll(() => keys.length).toBe(3)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('sends a form once while the answer is awaited', async () => {
    const page = await newPage()
    await signIn(page)
    await addModel(page, unique('Lamp'), 'Individual items')
    await hang(page, '/assets')
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/assets')) sent++
    })
    await assetForm(page).getByLabel('Name').fill('Lamp')
    await assetForm(page).getByLabel('Serial number').fill('1')
    for (let press = 0; press < 4; press++) await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Registering…' }).waitFor()
    // Requests are reported in the order in which they are sent: after this one, no earlier one is missing.
    await page.evaluate(() => fetch('/'))
    expect(sent).toBe(1)
  })
})

it('every page names itself and stays on its own origin', async () => {
  const page = await newPage()
  for (const [path, title] of [
    ['/signin', 'Sign in'],
    ['/signup', 'Create an account'],
    ['/signout', 'Sign out'],
    ['/forgot-password', 'Forgot your password?'],
  ]) {
    await page.goto(path ?? '')
    await expect.poll(() => page.title()).toBe(`${title} · Commonhold`)
    expect(page.url().startsWith(web)).toBe(true)
  }
})
