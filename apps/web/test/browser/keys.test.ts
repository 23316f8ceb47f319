import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { settled } from './settled.ts'
import { faultsOf, makeIssue, stage } from './work-stage.ts'

/** The keys that `?` lists on a screen, which gives the focus back afterwards. */
async function keysOf(page: Page, address: string, heading: string | RegExp) {
  await page.goto(address)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await settled(page)
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keys' })
  await dialog.waitFor()
  const keys = await dialog.locator('kbd').allInnerTexts()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  return keys
}

it('? lists the keys of the present screen, and those of all', async () => {
  const scene = await stage()
  const { page, home, project } = scene
  const issue = await makeIssue(scene)
  const general = ['/', 'Ctrl K', '?']
  expect(await keysOf(page, `${home}/issues`, 'Issues')).toEqual(
    expect.arrayContaining(['j / k', 'Enter', 'x', 'a', 'm', 'i', 'e', 'c', ...general]),
  )
  expect(await keysOf(page, `${home}/issues/board`, 'Board')).toEqual(['Enter', 'a', 'm', ...general])
  expect(await keysOf(page, `${home}/issues/${issue.key}`, issue.title)).toEqual(general)
  expect(await keysOf(page, `${home}/projects`, 'Projects')).toEqual(['j / k', 'Enter', ...general])
  expect(await keysOf(page, `${home}/projects/${project.id}`, /Devices/)).toContain('?')
  expect(await keysOf(page, `${home}/scan/return`, 'Take back')).toEqual(['Enter', 'Esc', ...general])
  const field = page.getByLabel('Scan or type')
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.type('A?')
  expect(await field.inputValue()).toBe('A?')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.goto(`${home}/issues/board`)
  await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
})
