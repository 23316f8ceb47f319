import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { call, newPage, signIn } from './browser.ts'
import { pick } from './pick.ts'
import { settled } from './settled.ts'
import { violationsOf } from './work-stage.ts'

let count = 0
const unique = (text: string) => `${text} ${Date.now().toString(36)}${count++}`
/** The day that many days after today. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** An owner of a new organisation with a school and its calendar, a person, and a type of assignments. */
async function stage(options?: BrowserContextOptions) {
  const page = await newPage(options)
  await signIn(page)
  const tenant = await call(page, 'POST', '/tenants', { name: unique('North') })
  await call(page, 'POST', '/me/current-tenant', { tenant_id: tenant.id })
  const school = await call(page, 'POST', '/schools', { name: unique('Riverside') })
  const year = { name: unique('Year'), start: day(-200), end: day(100) }
  const calendar = await call(page, 'POST', '/school-calendars', {
    name: unique('Now'),
    school_id: school.id,
    calendar_id: (await call(page, 'POST', '/school-years', year)).id,
  })
  const name = unique('Kim')
  const person = await call(page, 'POST', '/persons', { identity: { first_name: name, last_name: 'Okafor' } })
  const type = await call(page, 'POST', '/employment-assignment-types', { name: unique('Librarian') })
  return { page, home: `/t/${tenant.slug}`, school, calendar, name, person, type }
}

/** An active employment with a planned assignment. */
async function employ({ page, school, calendar, person, type }: Awaited<ReturnType<typeof stage>>) {
  const members = { person_id: person.id, school_id: school.id }
  const employment = await call(page, 'POST', '/school-employments', members)
  await call(page, 'POST', `/school-employments/${employment.id}/hire`, { hire_date: day(-10) })
  await call(page, 'POST', `/school-employments/${employment.id}/assignments`, {
    calendar_id: calendar.id,
    assignment_type_id: type.id,
  })
  return employment
}

const choose = (page: Page, label: string, text: string) =>
  pick(page.getByRole('combobox', { name: label, exact: true }), text)

/** Makes a move from the menu of a record, in the dialog that it opens. */
async function make(page: Page, of: string, move: string) {
  await page.getByRole('button', { name: `More for ${of}` }).click()
  await page.getByRole('menuitem', { name: move, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: move, exact: true }).click()
}

describe('the screens of employments', () => {
  it('employ somebody, give them an assignment and end it', async () => {
    const { page, home, school, calendar, name, type } = await stage()
    await page.goto(`${home}/school-employments`)
    await page.getByRole('heading', { name: 'No employments yet' }).waitFor()
    await page.getByRole('button', { name: 'Employ somebody' }).first().click()
    await choose(page, 'Person', name)
    await choose(page, 'School', school.name)
    await page.getByLabel('Position', { exact: true }).fill('Head of the library')
    await page.getByLabel('Share of full time').fill('0.5')
    await page.getByRole('button', { name: 'Employ', exact: true }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByRole('button', { name: 'Add an assignment' }).click()
    await choose(page, 'Calendar', calendar.name)
    await choose(page, 'Type of assignment', type.name)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const assignments = page.getByRole('region', { name: 'Assignments' })
    await assignments.getByText('Planned').waitFor()
    // The assignment can start only after the person was hired.
    await page.getByRole('button', { name: `More for ${type.name}` }).click()
    await page.getByRole('menuitem', { name: 'End' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Start' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Hire', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Hire', exact: true }).click()
    await page.getByText('was hired.').waitFor()
    await make(page, type.name, 'Start')
    await assignments.getByText('Active').waitFor()
    await make(page, type.name, 'End')
    await assignments.getByText('Ended').waitFor()
    const [employment] = await call(page, 'GET', '/school-employments?status=active')
    expect(employment).toMatchObject({ position_title: 'Head of the library', full_time_equivalency: 0.5 })
    const [assignment] = await call(page, 'GET', `/school-employments/${employment.id}/assignments`)
    expect(assignment).toMatchObject({ status: 'ended', assignment_type_id: type.id })
  })

  it('end the open assignments with the employment', async () => {
    const scene = await stage()
    const { page, home, name } = scene
    const { id } = await employ(scene)
    await page.goto(`${home}/school-employments/${id}`)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^More for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Terminate' }).click()
    await page.getByRole('dialog').getByLabel('Reason for leaving').selectOption('Relocation')
    await page.getByRole('dialog').getByRole('button', { name: 'Terminate' }).click()
    await page.getByRole('region', { name: 'Assignments' }).getByText('Ended').waitFor()
    await page.getByRole('button', { name: 'Hire again' }).waitFor()
    expect(await page.getByRole('button', { name: 'Add an assignment' }).count()).toBe(0)
    expect(await call(page, 'GET', `/school-employments/${id}`)).toMatchObject({
      status: 'terminated',
      separation_reason: 'relocation',
    })
    await page.goto(`${home}/school-employments?status=active`)
    await page.getByRole('status').filter({ hasText: '0 records' }).waitFor()
    await page.goto(`${home}/school-employments?status=terminated`)
    await page.getByRole('link', { name }).waitFor()
  })

  it('offer no change of a type of assignments that all organisations share', async () => {
    const { page, home, type } = await stage()
    await page.goto(`${home}/employment-assignment-types`)
    await page.getByRole('button', { name: type.name, exact: true }).waitFor()
    await page.getByText('Librarian', { exact: true }).waitFor()
    const changes = page.getByRole('main').getByRole('button', { name: /^(More for |Librarian)/ })
    expect(await changes.allTextContents()).toHaveLength(2)
  })

  it('begin nothing for a person who is archived', async () => {
    const scene = await stage()
    const { page, home, name, person, type } = scene
    const { id } = await employ(scene)
    const add = page.getByRole('button', { name: 'Add an assignment' })
    const moves = async () => {
      await page.getByRole('button', { name: `More for ${type.name}` }).click()
      await page.getByRole('menuitem').first().waitFor()
      const texts = await page.getByRole('menuitem').allTextContents()
      await page.keyboard.press('Escape')
      return texts
    }
    await page.goto(`${home}/school-employments/${id}`)
    await add.waitFor()
    expect(await moves()).toEqual(['Start', 'End', 'Delete'])
    await call(page, 'POST', `/persons/${person.id}/archive`)
    await expect.poll(() => add.count()).toBe(0)
    expect(await moves()).toEqual(['End', 'Delete'])
    await call(page, 'POST', `/school-employments/${id}/terminate`)
    await page.getByText('Terminated').first().waitFor()
    expect(await page.getByRole('button', { name: 'Hire again' }).count()).toBe(0)
    await call(page, 'POST', `/persons/${person.id}/restore`)
    await page.getByRole('button', { name: 'Hire again' }).waitFor()
    await page.getByRole('heading', { level: 1, name }).waitFor()
  })

  it('offer no changes to who may only read', async () => {
    const scene = await stage()
    const { page, home, name, type } = scene
    const { id } = await employ(scene)
    await page.route('**/me/permissions', async (route) => {
      const answer = await route.fetch()
      const body: object = await answer.json()
      const permissions = ['employments:read', 'education:read', 'persons:read']
      await route.fulfill({ response: answer, json: { ...body, permissions, projects: [] } })
    })
    for (const { path, text } of [
      { path: 'school-employments', text: name },
      { path: `school-employments/${id}`, text: type.name },
      { path: 'employment-assignment-types', text: type.name },
    ]) {
      await page.goto(`${home}/${path}`)
      await page.getByText(text).first().waitFor()
      const changes = page
        .getByRole('main')
        .getByRole('button', { name: /^(Employ|Edit|Add|More|Terminate|Librarian)/ })
      expect(await changes.count()).toBe(0)
    }
  })
})

describe('nothing keeps assistive technology out', () => {
  it('of employments', async () => {
    const scene = await stage()
    const { page, home, name, type } = scene
    const { id } = await employ(scene)
    await page.goto(`${home}/school-employments`)
    await page.getByRole('link', { name }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.goto(`${home}/school-employments/${id}`)
    await page.getByRole('button', { name: `Edit ${type.name}` }).waitFor()
    await page.getByText('created it').waitFor()
    expect(await violationsOf(page)).toEqual([])
  })
})

it.each([
  ['school-employments', 'Employ somebody', ['employments:read', 'employments:write'], 'education:read'],
  ['school-enrollments', 'Enroll somebody', ['education:read', 'education:write'], 'persons:read'],
])('%s are offered to begin only to who may fill in the form', async (path, button, own, missing) => {
  const { page, home } = await stage()
  const permissions = new Set([...own, 'persons:read', 'education:read'])
  permissions.delete(missing)
  await page.route('**/me/permissions', async (route) => {
    const answer = await route.fetch()
    const body: object = await answer.json()
    await route.fulfill({ response: answer, json: { ...body, permissions: [...permissions], projects: [] } })
  })
  const isOffered = async () => {
    await page.goto(`${home}/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    const onList = await page.getByRole('button', { name: button }).count()
    await page.goto(home)
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Your account' }).waitFor()
    return [onList > 0, (await page.getByRole('option', { name: button }).count()) > 0]
  }
  expect(await isOffered()).toEqual([false, false])
  permissions.add(missing)
  expect(await isOffered()).toEqual([true, true])
})
