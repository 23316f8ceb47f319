import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { call, newPage, signIn } from './browser.ts'

let count = 0
const unique = (text: string) => `${text} ${Date.now().toString(36)}${count++}`

interface Stage {
  readonly page: Page
  readonly home: string
  readonly project: { readonly id: string }
}

/** An owner of a new organisation with one project. */
async function stage(options?: BrowserContextOptions): Promise<Stage> {
  const page = await newPage(options)
  await signIn(page)
  const tenant = await call(page, 'POST', '/tenants', { name: unique('North') })
  await call(page, 'POST', '/me/current-tenant', { tenant_id: tenant.id })
  const { id } = await call(page, 'GET', '/me')
  await call(page, 'PATCH', `/users/${id}`, { display_name: 'Kim Okafor' })
  const project = await call(page, 'POST', '/projects', { name: unique('Devices') })
  return { page, home: `/t/${tenant.slug}`, project }
}

const makeIssue = ({ page, project }: Stage, more: object = {}) =>
  call(page, 'POST', '/issues', {
    title: unique('Printer jams'),
    issue_type: 'task',
    project_id: project.id,
    ...more,
  })

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

const faultsOf = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  )

/** Counts what a person does from now on. */
async function countActions(page: Page) {
  let loads = 0
  page.on('domcontentloaded', () => loads++)
  await page.evaluate(() => {
    const counts = { clicks: 0, keys: 0 }
    Object.assign(globalThis, { counts })
    window.addEventListener('pointerdown', () => counts.clicks++, true)
    // A list that is typed into passes keys on by events of its own.
    window.addEventListener('keydown', (event) => event.isTrusted && counts.keys++, true)
  })
  return async () => {
    const counts: { clicks: number; keys: number } = await page.evaluate(() =>
      Reflect.get(globalThis, 'counts'),
    )
    return { ...counts, loads }
  }
}

describe('the screens of issues', () => {
  it('clear the queue by keys alone: ten issues assigned and moved', async () => {
    const scene = await stage()
    const { page, home } = scene
    const made: { id: string; key: string }[] = []
    for (let at = 0; at < 10; at++) made.push(await makeIssue(scene))
    await page.goto(`${home}/issues?sort=number`)
    await row(page, made[9]?.key ?? '').waitFor()
    const counted = await countActions(page)
    for (const { key } of made) {
      await page.keyboard.press('j')
      await page.locator('tr:focus-within', { hasText: key }).waitFor()
      await page.keyboard.press('a')
      await page.getByRole('dialog', { name: `Assign ${key}` }).waitFor()
      await page.keyboard.type('ki')
      await page.getByRole('option', { name: 'Kim Okafor' }).waitFor()
      await page.keyboard.press('Enter')
      await row(page, key).getByText('Kim Okafor').waitFor()
      await page.keyboard.press('m')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.type('st')
      await page.getByRole('option', { name: /^Start/ }).waitFor()
      await page.keyboard.press('Enter')
      await row(page, key).getByText('In progress').waitFor()
    }
    const actions = await counted()
    console.info(`Clear the queue, ten issues: ${JSON.stringify(actions)}`)
    expect(actions).toEqual({ clicks: 0, keys: 90, loads: 0 })
    const { display_name, id } = await call(page, 'GET', '/me')
    expect(display_name).toBe('Kim Okafor')
    for (const issue of made)
      expect(await call(page, 'GET', `/issues/${issue.id}`)).toMatchObject({
        assignee_id: id,
        status_category: 'started',
      })
  })
})
