import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { call, expectFailures } from './browser.ts'
import { settled } from './settled.ts'
import { makeIssue, row, stage, unique } from './work-stage.ts'

/** The name of the focused element, as assistive technology reads it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim()
  })

it('is on the next row after one is deleted, within the page after the last one, and where it was after a cancel', async () => {
  const { page, home } = await stage()
  const names = [unique('Attic'), unique('Barn'), unique('Cellar')].sort()
  for (const name of names) await call(page, 'POST', '/location-types', { name })
  await page.goto(`${home}/location-types`)
  const dialog = page.getByRole('dialog')
  const more = (name = '') => page.getByRole('button', { name: `More for ${name}` })
  const begin = async (name = '') => {
    await more(name).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Delete' }).waitFor()
  }
  await more(names[0]).waitFor()
  await settled(page)
  await begin(names[1])
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toBe(`More for ${names[1]}`)
  await begin(names[1])
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe(names[2])
  await begin(names[2])
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('main')
})

it('is where it was after a dialog of a record, and on the list after the record is deleted', async () => {
  // The event of the deletion may arrive before the list is shown.
  expectFailures(404)
  const { page, home } = await stage()
  const item = await call(page, 'POST', '/configuration-items', { name: unique('Mail'), ci_type: 'server' })
  await page.goto(`${home}/configuration-items/${item.id}`)
  const edit = page.getByRole('button', { name: 'Edit', exact: true }).first()
  await edit.waitFor()
  await settled(page)
  await edit.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Edit')
  await page.getByRole('button', { name: `More for ${item.name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL(`**${home}/configuration-items**`)
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
})

it('is on the row that was opened after the way back, with the chosen rows, and on the next one if that has left the list', async () => {
  const scene = await stage()
  const { page, home } = scene
  const made = []
  for (const title of ['Attic', 'Barn', 'Cellar', 'Dairy']) made.push(await makeIssue(scene, { title }))
  const opened = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  const box = (name: string) => row(page, name).getByRole('checkbox')
  await page.goto(`${home}/issues?sort=number`)
  await row(page, 'Dairy').waitFor()
  await settled(page)
  for (const key of ['j', 'x', 'j', 'Enter']) await page.keyboard.press(key)
  await opened('Barn')
  await page.goBack()
  await expect.poll(() => focused(page)).toBe('Barn')
  expect(await box('Attic').isChecked()).toBe(true)
  await page.keyboard.press('j')
  await expect.poll(() => focused(page)).toBe('Cellar')
  await page.keyboard.press('Enter')
  await opened('Cellar')
  await call(page, 'POST', `/issues/${made[2].id}/archive`)
  await page.goBack()
  await row(page, 'Cellar').waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  await expect.poll(() => focused(page)).toBe('Dairy')
  // A visit by a link is a new one.
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).first().click()
  await page.getByRole('navigation').getByRole('link', { name: 'Issues' }).first().click()
  await row(page, 'Dairy').waitFor()
  await settled(page)
  await expect.poll(() => focused(page)).toBe('Issues')
  expect(await box('Attic').isChecked()).toBe(false)
})
