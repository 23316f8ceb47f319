import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { call, web } from './browser.ts'
import { settled } from './settled.ts'
import { chosenOption, stage, typeAndChoose, unique } from './work-stage.ts'

/** Types a code as a scanner does: all keys without a pause, then Enter. */
async function scan(page: Page, code: string) {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

async function openMenu(page: Page) {
  await page.getByRole('button', { name: /Search or go to/ }).waitFor()
  await settled(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').locator('input:focus').waitFor()
}

/** A new stage with a tagged laptop. */
async function laptopStage() {
  const { page, home } = await stage()
  const model = await call(page, 'POST', '/asset-models', { name: 'Latitude', tracking_type: 'serialized' })
  const register = (values: object) => call(page, 'POST', '/assets', { model_id: model.id, ...values })
  const laptop = await register({ name: unique('Laptop'), asset_tag: 'NB-0854', serial_number: 'S-1' })
  const isShown = async () => {
    await page.getByRole('heading', { level: 1, name: laptop.name }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`${home}/assets/${laptop.id}`)
    expect(await page.getByRole('dialog').count()).toBe(0)
  }
  return { page, home, register, laptop, isShown }
}

describe('a scanner in the command menu', () => {
  it('leads to an asset by its tag before the search has answered, also where another has the tag as its serial number', async () => {
    const { page, home, register, isShown } = await laptopStage()
    await register({ name: 'The other one', asset_tag: 'NB-0855', serial_number: 'NB-0854' })
    await page.goto(home)
    await openMenu(page)
    await page.route('**/search?**', () => new Promise(() => undefined))
    await scan(page, 'nb-0854')
    await isShown()
  })

  it('leads to an asset by the address on its label', async () => {
    const { page, home, laptop, isShown } = await laptopStage()
    const address = `${web}${home}/assets/${laptop.id}`
    await page.goto(`${home}/labels?assets=${laptop.id}`)
    await page.getByRole('img', { name: 'Code of NB-0854' }).waitFor()
    await openMenu(page)
    await scan(page, address)
    await isShown()
  })

  it('leads to no record that earlier words have found', async () => {
    const { page, home, isShown } = await laptopStage()
    await call(page, 'POST', '/persons', { identity: { first_name: 'Kim', last_name: 'Lindqvist' } })
    await page.goto(home)
    await openMenu(page)
    await page.keyboard.type('Lindqvist')
    await page.getByRole('option', { name: 'Kim Lindqvist' }).waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    await scan(page, 'NB-0854')
    await isShown()
  })

  it('says that nothing has a code, and takes the next one', async () => {
    const { page, home, isShown } = await laptopStage()
    await page.goto(home)
    await openMenu(page)
    await scan(page, 'NB-9999')
    await page.getByRole('alert').getByText('No record has the code “NB-9999”').waitFor()
    await scan(page, 'NB-0854')
    await isShown()
  })

  it('offers all records that a code names', async () => {
    const { page, home, laptop } = await laptopStage()
    const type = await call(page, 'POST', '/location-types', { name: 'Room' })
    await call(page, 'POST', '/locations', { name: 'Room 12', code: 'NB-0854', type_id: type.id })
    await page.goto(home)
    await openMenu(page)
    await page.route('**/search?**', (route) => route.fulfill({ json: [] }))
    await scan(page, 'NB-0854')
    await page.getByRole('option', { name: laptop.name }).waitFor()
    await page.getByRole('option', { name: 'Room 12' }).click()
    await page.getByRole('heading', { level: 1, name: 'Room 12' }).waitFor()
  })

  it('leaves screens to whoever types their names', async () => {
    const { page, home } = await laptopStage()
    await page.goto(home)
    await openMenu(page)
    await typeAndChoose(page, 'repairs', 'Repairs')
    await page.getByRole('heading', { level: 1, name: 'Repairs' }).waitFor()
  })
})

describe('the command menu', () => {
  it('does what the screen has buttons and menus for', async () => {
    const { page, home, laptop } = await laptopStage()
    await page.goto(`${home}/assets/${laptop.id}`)
    await page.getByRole('heading', { level: 1, name: laptop.name }).waitFor()
    await openMenu(page)
    await typeAndChoose(page, 'lost', 'Mark as lost')
    const dialog = page.getByRole('dialog', { name: `Mark as lost: ${laptop.name}` })
    await dialog.getByLabel('Reason').and(page.locator(':focus')).fill('It fell into the river')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Lost', { exact: true }).first().waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('main')
  })

  it('takes what is typed while its code is loading, in place of the shortcuts of the screen', async () => {
    const { page, home } = await stage()
    let load = () => {}
    const isAllowed = new Promise<void>((resolve) => {
      load = resolve
    })
    await page.route('**/commands-*.js', async (route) => {
      await isAllowed
      await route.continue()
    })
    const { id: project_id } = await call(page, 'POST', '/projects', { name: 'Helpdesk', key: 'HD' })
    const [type] = await call(page, 'GET', '/issue-types?key=incident')
    const title = unique('Lamp')
    await call(page, 'POST', '/issues', { project_id, issue_type_id: type.id, title })
    await page.goto(`${home}/issues`)
    await page.getByRole('row', { name: title }).getByRole('link', { name: title }).focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('asx')
    await page.keyboard.press('Backspace')
    await page.getByText('as', { exact: true }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    load()
    const field = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')
    await page.getByRole('dialog').locator('input:focus').waitFor()
    await page.keyboard.type('sets')
    expect(await field.inputValue()).toBe('assets')
    expect(await page.getByRole('dialog').count()).toBe(1)
    // The first one clears the field.
    for (const key of ['Escape', 'Escape']) await page.keyboard.press(key)
    await field.waitFor({ state: 'detached' })
    expect(await page.locator(':focus').textContent()).toContain(title)
  })

  it('opens the form for a new record from anywhere, and leaves no trace of it in the address', async () => {
    const { page, home } = await laptopStage()
    await page.goto(home)
    await openMenu(page)
    await typeAndChoose(page, 'register a per', 'Register a person')
    const form = page.getByRole('form', { name: 'Register a person' })
    await form.waitFor()
    expect(new URL(page.url()).search).toBe('?new=yes')
    await form.getByLabel('First name').fill('Mia')
    await form.getByLabel('Last name').fill('Okafor')
    await page.keyboard.press('Enter')
    await page.getByText('Mia Okafor was registered.').waitFor()
    expect(new URL(page.url()).pathname).toBe(`${home}/people`)
    await expect.poll(() => new URL(page.url()).search).toBe('')
    // On the list itself, the menu offers only the action of the list's button, so there is one entry.
    await openMenu(page)
    await page.keyboard.type('register a per')
    await chosenOption(page, 'Register a person').waitFor()
    expect(await page.getByRole('option', { name: 'Register a person' }).count()).toBe(1)
  })
})

describe('the form for a new issue', () => {
  it('opens above the list without changing its filters', async () => {
    const { page, home } = await laptopStage()
    await page.goto(`${home}/issues?priority=high`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await openMenu(page)
    await typeAndChoose(page, 'new iss', 'New issue')
    const form = page.getByRole('dialog', { name: 'New issue' })
    await form.waitFor()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    const { searchParams } = new URL(page.url())
    expect([searchParams.get('priority'), searchParams.get('new')]).toEqual(['high', null])
  })
})

describe('what is on the screen', () => {
  it('is no answer to a code that the name of its record contains', async () => {
    const { page, home, register, isShown } = await laptopStage()
    const other = await register({ name: 'Cover of NB-0854', serial_number: 'S-2' })
    await page.goto(`${home}/assets/${other.id}`)
    await page.getByRole('heading', { level: 1, name: other.name }).waitFor()
    await openMenu(page)
    await page.route('**/search?**', () => new Promise(() => undefined))
    await scan(page, 'NB-0854')
    await isShown()
  })

  it('is not offered after one has left it', async () => {
    const { page, home, laptop } = await laptopStage()
    await page.goto(`${home}/assets`)
    await page.getByRole('link', { name: laptop.name }).click()
    await page.getByRole('heading', { level: 1, name: laptop.name }).waitFor()
    await openMenu(page)
    await page.getByRole('option', { name: 'Mark as lost' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Assets' }).waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  it('has the keys for itself while a dialog is open', async () => {
    const { page, home } = await laptopStage()
    await page.goto(`${home}/assets?new=yes`)
    const form = page.getByRole('form', { name: 'Register an asset' })
    await form.waitFor()
    await form.getByRole('button', { name: 'Cancel' }).focus()
    for (const key of ['Control+k', '/', '?']) await page.keyboard.press(key)
    await settled(page)
    expect(await page.getByRole('dialog').count()).toBe(1)
  })
})

describe('the keys', () => {
  it('are shown on every screen by ?, which stays a character of a text', async () => {
    const { page, home } = await laptopStage()
    const keys = page.getByRole('dialog', { name: 'Keys' })
    for (const place of ['', '/issues', '/assets', '/settings']) {
      await page.goto(`${home}${place}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await settled(page)
      await page.keyboard.press('?')
      await keys.getByText('Search, go to a screen, or do something').waitFor()
      await page.keyboard.press('Escape')
      await keys.waitFor({ state: 'detached' })
    }
    await page.goto(`${home}/assets`)
    const words = page.getByRole('searchbox', { name: 'Search: Assets' })
    await words.click()
    await page.keyboard.type('who?')
    expect(await words.inputValue()).toBe('who?')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})
