import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { api, call, newPage, signIn } from './browser.ts'
import { pick } from './pick.ts'
import { settled } from './settled.ts'
import { violationsOf } from './work-stage.ts'

let count = 0
const unique = (text: string) => `${text} ${Date.now().toString(36)}${count++}`

/** The owner of a new organisation, and the address of its screens. */
async function stage(options?: BrowserContextOptions) {
  const page = await newPage(options)
  await signIn(page)
  const tenant = await call(page, 'POST', '/tenants', { name: unique('North') })
  await call(page, 'POST', '/me/current-tenant', { tenant_id: tenant.id })
  return { page, home: `/t/${tenant.slug}` }
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Opens a form by its button, fills it, and sends it. */
async function fillForm(
  page: Page,
  button: string,
  fill: (form: ReturnType<Page['getByRole']>) => Promise<void>,
) {
  await page.getByRole('button', { name: button }).first().click()
  const form = page.getByRole('form', { name: button })
  await fill(form)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form.waitFor({ state: 'detached' })
}

describe('the screens that set up issues', () => {
  it('make a project with a type, a field on its screen and a workflow with a status of its own', async () => {
    const { page, home } = await stage()
    await page.goto(`${home}/projects`)
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    await fillForm(page, 'Add a project', async (form) => {
      await form.getByLabel('Name', { exact: true }).fill('Repairs of bikes')
      await form.getByLabel('Key', { exact: true }).fill('BIKE')
    })
    await page.getByRole('heading', { level: 1, name: 'Repairs of bikes' }).waitFor()

    await page.goto(`${home}/settings/statuses`)
    await fillForm(page, 'Add a status', async (form) => {
      await form.getByLabel('Name', { exact: true }).fill('Waiting for parts')
      await form.getByLabel('Category').selectOption('started')
    })
    await row(page, 'Waiting for parts').getByText('Our own').waitFor()

    await page.goto(`${home}/settings/fields`)
    await fillForm(page, 'Add a field', async (form) => {
      await form.getByLabel('Name', { exact: true }).fill('Frame')
      await form.getByLabel('Type', { exact: true }).selectOption('select')
      await form.getByLabel('Options').fill('Steel\ncarbon: Carbon fibre')
    })

    await page.goto(`${home}/settings/screens`)
    await fillForm(page, 'Add a screen', (form) => form.getByLabel('Name', { exact: true }).fill('Bike'))
    await page.getByRole('link', { name: 'Bike' }).click()
    await fillForm(page, 'Add a field', async (form) => {
      await form.getByLabel('Field', { exact: true }).selectOption({ label: 'Frame' })
      await form.getByLabel('Required', { exact: true }).check()
    })
    await page.getByText('Frame was saved.').waitFor()
    const previewed = page.getByRole('group', { name: 'Preview' }).getByLabel('Frame', { exact: true })
    expect(await previewed.getAttribute('aria-required')).toBe('true')

    await page.goto(`${home}/settings/workflows`)
    await fillForm(page, 'Add a workflow', (form) =>
      form.getByLabel('Name', { exact: true }).fill('Workshop'),
    )
    await page.getByRole('link', { name: 'Workshop' }).click()
    await page.getByRole('heading', { level: 1, name: 'Workshop' }).waitFor()
    const [shared] = await listOf(page, '/issue-statuses?category=unstarted')
    const first = shared?.name ?? ''
    for (const status of [first, 'Waiting for parts']) {
      await fillForm(page, 'Add a status', (form) =>
        form
          .getByLabel('Status', { exact: true })
          .selectOption({ label: status })
          .then(() => undefined),
      )
      await page.getByText(`${status} was saved.`).waitFor()
      await page.getByRole('region', { name: 'Statuses' }).getByText(status, { exact: true }).waitFor()
    }
    await page.getByRole('button', { name: `More for ${first}`, exact: true }).click()
    await page.getByRole('menuitem', { name: 'Move down' }).waitFor()
    for (const name of ['Begin here', 'Remove'])
      expect(await page.getByRole('menuitem', { name }).count(), name).toBe(0)
    await page.keyboard.press('Escape')
    await fillForm(page, 'Add a transition', async (form) => {
      await form.getByLabel('Name', { exact: true }).fill('Order parts')
      await form.getByLabel('From', { exact: true }).selectOption({ label: first })
      await form.getByLabel('To', { exact: true }).selectOption({ label: 'Waiting for parts' })
    })
    await page.getByText('Order parts was saved.').waitFor()
    await page
      .getByRole('img', { name: 'Graph of Workshop' })
      .locator('text', { hasText: 'Order parts' })
      .waitFor()

    // The rules of the transition: when it is offered, to whom, and what it sets.
    await page
      .getByRole('region', { name: 'Transitions' })
      .getByRole('button', { name: 'Order parts', exact: true })
      .click()
    const rules = page.getByRole('form', { name: 'Change Order parts' })
    await rules.getByLabel('Add to Offered when').selectOption({ label: 'Frame' })
    await rules.getByLabel('Offered when: Frame').selectOption({ label: 'Carbon fibre' })
    await rules.getByLabel('Add to Values that it sets').selectOption({ label: 'Due' })
    await rules.getByLabel('Values that it sets: Due').fill('2030-01-31')
    await pick(rules.getByRole('combobox', { name: 'Groups whose members may make it' }), 'agents')
    await rules.getByRole('button', { name: 'Save' }).click()
    await rules.waitFor({ state: 'detached' })
    const [ruled] = await listOf(page, '/issue-workflow-transitions?q=Order')
    expect(ruled).toMatchObject({
      condition: { 'custom_fields.frame': 'carbon' },
      set_fields: { due_date: '2030-01-31' },
      allowed_group_ids: [expect.any(String)],
    })
    await page.getByText('With conditions').waitFor()
    await page.getByRole('button', { name: 'Order parts', exact: true }).click()
    // A reload shows the form and what was typed.
    await rules.getByLabel('Values that it sets: Due').fill('2031-02-28')
    await page.reload()
    await rules.getByText('Your unsaved changes were restored.').waitFor()
    const due = rules.getByLabel('Values that it sets: Due')
    await expect.poll(() => due.inputValue()).toBe('2031-02-28')
    // The row keeps the cursor while it is typed into.
    await due.fill('')
    await due.pressSequentially('2030')
    expect(await due.inputValue()).toBe('2030')
    await rules.getByRole('button', { name: 'Remove Due from Values that it sets' }).click()
    await rules.getByRole('button', { name: /^Remove from Groups/ }).click()
    await rules.getByRole('button', { name: 'Save' }).click()
    await rules.waitFor({ state: 'detached' })
    expect((await listOf(page, '/issue-workflow-transitions?q=Order'))[0]).toMatchObject({
      condition: { 'custom_fields.frame': 'carbon' },
      set_fields: {},
      allowed_group_ids: [],
    })

    await page.goto(`${home}/settings/types`)
    await fillForm(page, 'Add a type', async (form) => {
      await form.getByLabel('Name', { exact: true }).fill('Bike repair')
      await form.getByLabel('Workflow').selectOption({ label: 'Workshop' })
      await form.getByLabel('Create screen').selectOption({ label: 'Bike' })
      await form.getByLabel('Repairs of bikes').check()
    })
    await row(page, 'Bike repair').getByText('Workshop').waitFor()

    const [project] = await listOf(page, '/projects?key=BIKE')
    const [type] = await listOf(page, '/issue-types?key=bike_repair')
    const typeMoves = async () => {
      await page.getByRole('button', { name: 'More for Bike repair' }).click()
      await page.getByRole('menuitem').first().waitFor()
      const texts = await page.getByRole('menuitem').allTextContents()
      await page.keyboard.press('Escape')
      return texts
    }
    expect(await typeMoves()).toContain('Switch off')
    await call(page, 'PATCH', `/issue-types/${type?.id}`, { is_default: true })
    await expect.poll(typeMoves).not.toContain('Switch off')
    const issue = await call(page, 'POST', '/issues', {
      project_id: project?.id,
      issue_type_id: type?.id,
      title: 'Bent frame',
      custom_fields: { frame: 'carbon' },
    })
    expect(issue).toMatchObject({ key: 'BIKE-1', custom_fields: { frame: 'carbon' } })
    const moves = await listOf(page, `/issues/${issue.id}/transitions`)
    expect(moves.map(({ name }) => name)).toEqual(['Order parts'])

    // The form of the type keeps a project that is archived by now.
    await call(page, 'POST', `/projects/${project?.id}/archive`, {})
    await page.goto(`${home}/settings/types`)
    await row(page, 'Bike repair').getByRole('button', { name: 'Bike repair', exact: true }).click()
    const typeForm = page.getByRole('form', { name: 'Change Bike repair' })
    await typeForm.getByRole('checkbox', { name: 'Repairs of bikes', checked: true }).waitFor()
    await typeForm.getByLabel('Description').fill('For the workshop')
    await typeForm.getByRole('button', { name: 'Save' }).click()
    await typeForm.waitFor({ state: 'detached' })
    expect(await call(page, 'GET', `/issue-types/${type?.id}`)).toMatchObject({
      description: 'For the workshop',
      project_ids: [project?.id],
    })
  })

  it('let an organisation switch a shared workflow off and clone it, and nothing else', async () => {
    const { page, home } = await stage()
    const [shared] = await listOf(page, '/issue-workflows?sort=name')
    await page.goto(`${home}/settings/workflows/${shared?.id}`)
    await page.getByText('shared by all organisations').waitFor()
    await page
      .getByRole('navigation', { name: 'Workflows' })
      .getByText(shared?.name ?? '', { exact: true })
      .waitFor()
    expect(await page.getByRole('button', { name: 'Add a status' }).count()).toBe(0)
    await page.getByRole('button', { name: `More for ${shared?.name}` }).click()
    await page.getByRole('menuitem', { name: 'Switch off' }).waitFor()
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Switch off'])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clone', exact: true }).click()
    await page.getByLabel('Name of the copy').fill('Ours')
    await page.getByRole('dialog').getByRole('button', { name: 'Clone' }).click()
    await page.getByText('was cloned').waitFor()
    // The page of the copy opens.
    await page.getByRole('heading', { level: 1, name: 'Ours' }).waitFor()
    await page.getByRole('button', { name: 'Add a status' }).waitFor()
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Workflows' }).click()
    await row(page, 'Ours').getByText('Our own').waitFor()
    await row(page, 'Service request').getByRole('cell', { name: 'Service request' }).nth(1).waitFor()
  })

  it('let the root organisation change what it shares', async () => {
    const { page, home } = await stage()
    await page.route('**/me/tenants?**', async (route) => {
      const answer = await route.fetch()
      const tenants: readonly object[] = await answer.json()
      await route.fulfill({ response: answer, json: tenants.map((one) => ({ ...one, is_root: true })) })
    })
    const main = page.getByRole('main')
    const [workflow] = await listOf(page, '/issue-workflows?sort=name')
    await page.goto(`${home}/settings/workflows/${workflow?.id}`)
    await main.getByRole('button', { name: 'Add a status' }).waitFor()
    expect(await page.getByText('shared by all organisations').count()).toBe(0)
    const [screen] = await listOf(page, '/issue-screens?sort=name')
    await page.goto(`${home}/settings/screens/${screen?.id}`)
    await main.getByRole('button', { name: 'Add a field' }).waitFor()
    await main.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    const [status] = await listOf(page, '/issue-statuses?sort=position')
    await page.goto(`${home}/settings/statuses`)
    await main.getByRole('button', { name: status?.name ?? '', exact: true }).waitFor()
    const model = { name: 'ThinkPad', tracking_type: 'serialized' }
    for (const [path, body] of [
      ['asset-models', model],
      ['projects', { name: 'Devices' }],
    ] as const) {
      const { id } = await call(page, 'POST', `/${path}`, body)
      await page.route(`${api}/${path}/${id}*`, async (route) => {
        const answer = await route.fetch()
        const record: object = await answer.json()
        await route.fulfill({ response: answer, json: { ...record, is_shared: true } })
      })
      await page.goto(`${home}/${path}/${id}`)
      await main.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    }
  })

  it('offer no changes to who may only read', async () => {
    const { page, home } = await stage()
    const workflow = await call(page, 'POST', '/issue-workflows', { name: 'Read' })
    await call(page, 'POST', '/projects', { name: 'Seen', key: 'SEEN' })
    const permissions = ['issues:read', 'issue_configuration:read', 'projects:read']
    await page.route('**/me/permissions', async (route) => {
      const answer = await route.fetch()
      const body: object = await answer.json()
      await route.fulfill({ response: answer, json: { ...body, permissions, projects: [] } })
    })
    const buttons = () =>
      page
        .getByRole('main')
        .getByRole('button', { name: /Add|Edit|More for/ })
        .count()
    await page.goto(`${home}/settings`)
    await page.getByRole('heading', { level: 1, name: 'Organisation' }).waitFor()
    expect(await buttons()).toBe(0)
    await page.goto(`${home}/settings/workflows`)
    await row(page, 'Read').waitFor()
    expect(await buttons()).toBe(0)
    await page.goto(`${home}/settings/workflows/${workflow.id}`)
    await page.getByText('Issues begin in the first one').waitFor()
    expect(await buttons()).toBe(0)
    await page.goto(`${home}/projects`)
    await row(page, 'Seen').getByRole('link', { name: 'Seen' }).click()
    await page.getByRole('heading', { level: 1, name: 'Seen' }).waitFor()
    expect(await buttons()).toBe(0)
    permissions.push('issue_configuration:write')
    await page.goto(`${home}/settings/workflows/${workflow.id}`)
    await page.getByRole('button', { name: 'More for Read' }).click()
    await page.getByRole('menuitem', { name: 'Clone' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0)
  })
})

it('keep no assistive technology out', async () => {
  const { page, home } = await stage()
  const [shared] = await listOf(page, '/issue-workflows?sort=name')
  const [screen] = await listOf(page, '/issue-screens?sort=name')
  const violations: string[] = []
  for (const path of ['/types', `/workflows/${shared?.id}`, `/screens/${screen?.id}`]) {
    await page.goto(`${home}/settings${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    violations.push(...(await violationsOf(page)).map((violation) => `${path} ${violation}`))
  }
  expect(violations).toEqual([])
})

interface Listed {
  readonly id: string
  readonly name: string
}

/** The records that the API returns for a list. */
const listOf = async (page: Page, path: string): Promise<readonly Listed[]> => {
  const answer: unknown = await call(page, 'GET', path)
  return Array.isArray(answer) ? answer : []
}
