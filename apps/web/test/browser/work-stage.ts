import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { call, newMember } from './browser.ts'
import { motionEnded } from './settled.ts'

let count = 0
/** A text that no other test uses. */
export const unique = (text: string) => `${text} ${Date.now().toString(36)}${count++}`

/** The start of a test: a page of a signed-in owner, the address of the organisation, and a project in it. */
export interface Stage {
  readonly page: Page
  readonly home: string
  readonly project: { readonly id: string }
}

/** An owner of a new organisation with one project. */
export async function stage(options?: BrowserContextOptions): Promise<Stage> {
  const page = await newMember(options)
  const tenant = await call(page, 'POST', '/tenants', { name: unique('North') })
  await call(page, 'POST', '/me/current-tenant', { tenant_id: tenant.id })
  const { id } = await call(page, 'GET', '/me')
  await call(page, 'PATCH', `/users/${id}`, { display_name: 'Kim Okafor' })
  const project = await call(page, 'POST', '/projects', { name: unique('Devices') })
  return { page, home: `/t/${tenant.slug}`, project }
}

/** Creates an issue through the API. */
export const makeIssue = ({ page, project }: Stage, more: object = {}) =>
  call(page, 'POST', '/issues', {
    title: unique('Printer jams'),
    issue_type: 'task',
    project_id: project.id,
    ...more,
  })

/** The row of a table that shows a text. */
export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** The option that Enter chooses while the user types into the field above the list. */
export const chosenOption = (page: Page, name: string | RegExp) =>
  page.getByRole('option', { name }).and(page.locator('[data-focused]'))

/** Types into an open list, and chooses the option. */
export async function typeAndChoose(page: Page, words: string, option: string | RegExp) {
  await page.getByRole('dialog').locator('input:focus').waitFor()
  await page.getByRole('option', { name: option }).waitFor()
  await page.keyboard.type(words)
  await chosenOption(page, option).waitFor()
  await page.keyboard.press('Enter')
}

/** The errors that axe finds on the current page, in light and in dark colours. */
export async function violationsOf(page: Page): Promise<string[]> {
  const violations = await violationsIn(page, new AxeBuilder({ page }))
  await page.emulateMedia({ colorScheme: 'dark' })
  // The only rule that other colours of the same elements can break.
  const inDark = await violationsIn(page, new AxeBuilder({ page }).withRules('color-contrast'))
  await page.emulateMedia({ colorScheme: 'light' })
  return [...violations, ...inDark.map((violation) => `dark: ${violation}`)]
}

async function violationsIn(page: Page, axe: AxeBuilder): Promise<string[]> {
  await motionEnded(page)
  // Legacy mode leaves out frames, which no page has. Otherwise, each call would open another page.
  const { violations } = await axe.setLegacyMode().analyze()
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  )
}

/** Counts the user's actions from now on. */
export async function countActions(page: Page) {
  let loads = 0
  page.on('domcontentloaded', () => loads++)
  await page.evaluate(() => {
    const counts = { clicks: 0, keys: 0 }
    Object.assign(globalThis, { counts })
    window.addEventListener('pointerdown', () => counts.clicks++, true)
    // React Aria sends synthetic key events to a list while the user types. They are not counted.
    window.addEventListener('keydown', (event) => event.isTrusted && counts.keys++, true)
  })
  return async () => {
    const counts: { clicks: number; keys: number } = await page.evaluate(() =>
      Reflect.get(globalThis, 'counts'),
    )
    return { ...counts, loads }
  }
}
