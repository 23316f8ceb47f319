import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { call, expectFailures, newPage, signIn } from './browser.ts'
import { pick } from './pick.ts'
import { typeAndChoose, violationsOf } from './work-stage.ts'

let count = 0
const unique = (text: string) => `${text} ${Date.now().toString(36)}${count++}`
/** The day that many days after today. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** An owner of a new organisation with a school, this year and the next one, and two grade levels. */
async function stage(options?: BrowserContextOptions) {
  const page = await newPage(options)
  await signIn(page)
  const tenant = await call(page, 'POST', '/tenants', { name: unique('North') })
  await call(page, 'POST', '/me/current-tenant', { tenant_id: tenant.id })
  const school = await call(page, 'POST', '/schools', { name: unique('Riverside') })
  const makeCalendar = async (name: string, start: string, end: string) => {
    const year = await call(page, 'POST', '/school-years', { name: unique('Year'), start, end })
    const members = { name: unique(name), school_id: school.id, calendar_id: year.id }
    return call(page, 'POST', '/school-calendars', members)
  }
  const now = await makeCalendar('Now', day(-200), day(100))
  const next = await makeCalendar('Next', day(101), day(400))
  const second = await call(page, 'POST', '/school-grade-levels', { name: unique('Grade 2') })
  const first = await call(page, 'POST', '/school-grade-levels', {
    name: unique('Grade 1'),
    next_grade_level_id: second.id,
  })
  return { page, home: `/t/${tenant.slug}`, school, now, next, first, second }
}

type Stage = Awaited<ReturnType<typeof stage>>

async function makePerson({ page }: Stage, name = unique('Kim')) {
  const { id } = await call(page, 'POST', '/persons', { identity: { first_name: name, last_name: 'Okafor' } })
  return { id, name }
}

async function enroll(scene: Stage, person_id: string) {
  const members = { person_id, calendar_id: scene.now.id, grade_level_id: scene.first.id }
  return call(scene.page, 'POST', '/school-enrollments', members)
}

const choose = (page: Page, label: string, text: string) =>
  pick(page.getByRole('combobox', { name: label, exact: true }), text)

describe('the screens of schools', () => {
  it('show on a phone the whole of the button that adds one, beside the heading, and no more views than fit', async () => {
    const width = 390
    const { page, home } = await stage({ viewport: { width, height: 800 } })
    for (const [path, heading, add] of [
      ['schools', 'Schools', 'Add a school'],
      ['school-years', 'School years', 'Add a school year'],
      ['school-grade-levels', 'Grade levels', 'Add a grade level'],
    ] as const) {
      await page.goto(`${home}/${path}`)
      const button = await page.getByRole('button', { name: add, exact: true }).boundingBox()
      const title = await page.getByRole('heading', { level: 1, name: heading }).boundingBox()
      const views = await page.getByRole('navigation', { name: 'View' }).boundingBox()
      if (!button || !title || !views) throw new Error(`${path} is not drawn`)
      expect(button.x + button.width).toBeLessThanOrEqual(width)
      expect(views.x + views.width).toBeLessThanOrEqual(width)
      expect(button.y).toBeLessThan(title.y + title.height)
    }
  })

  it('enroll a pupil and transfer them to another calendar', async () => {
    const scene = await stage()
    const { page, home, now, first } = scene
    const other = await call(page, 'POST', '/school-calendars', {
      name: unique('Evening'),
      school_id: (await call(page, 'POST', '/schools', { name: unique('Hillside') })).id,
      calendar_id: now.calendar_id,
    })
    const { name } = await makePerson(scene)
    await page.goto(`${home}/school-enrollments`)
    await page.getByRole('heading', { name: 'No enrollments yet' }).waitFor()
    await page.getByRole('button', { name: 'Enroll somebody' }).first().click()
    await choose(page, 'Person', name)
    await choose(page, 'Calendar', now.name)
    await choose(page, 'Grade level', first.name)
    await page.getByRole('button', { name: 'Enroll', exact: true }).click()
    await page.getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Transfer' }).click()
    await choose(page, 'School calendar at the new school', other.name)
    await page.getByRole('dialog').getByRole('button', { name: 'Transfer' }).click()
    await page.getByText(`was transferred.`).waitFor()
    await page.getByRole('link', { name: 'The next enrollment' }).click()
    await page.getByRole('link', { name: 'The former enrollment' }).waitFor()
    const [open] = await call(page, 'GET', '/school-enrollments?status=enrolled')
    expect(open).toMatchObject({ calendar_id: other.id, grade_level_id: first.id })
    await page.goto(`${home}/people/${open.person_id}`)
    const roles = page.getByRole('region', { name: 'Enrollments and employments' })
    await roles.getByText('Transferred', { exact: true }).waitFor()
    await roles.getByText('Enrolled', { exact: true }).waitFor()
  })

  it('offer no change of a school or a year that is archived', async () => {
    const { page, home, school, now } = await stage()
    const edit = page.getByRole('button', { name: 'Edit' })
    const year = await call(page, 'GET', `/school-years/${now.calendar_id}`)
    await page.goto(`${home}/schools/${school.id}`)
    await edit.waitFor()
    await call(page, 'POST', `/schools/${school.id}/archive`, {})
    await call(page, 'POST', `/school-years/${year.id}/archive`, {})
    await page.reload()
    await page.getByText('Archived', { exact: true }).waitFor()
    expect(await edit.count()).toBe(0)
    await page.goto(`${home}/school-years?archived=include`)
    await page.getByText(year.name, { exact: true }).waitFor()
    await page.getByRole('button', { name: `More for ${year.name}` }).waitFor()
    expect(await page.getByRole('button', { name: year.name, exact: true }).count()).toBe(0)
  })

  it('are filtered by a school that is searched, and by a year and a grade level', async () => {
    const scene = await stage()
    const { page, home, school, first, second } = scene
    const person = await makePerson(scene)
    await enroll(scene, person.id)
    await call(page, 'POST', '/schools', { name: unique('Lakeside') })
    await page.goto(`${home}/school-enrollments`)
    const pupil = page.getByRole('row').filter({ hasText: person.name })
    await pupil.waitFor()
    const filters = page.getByRole('region', { name: 'Filters: Enrollments' })
    await filters.getByRole('button', { name: 'School', exact: true }).click()
    await typeAndChoose(page, 'river', school.name)
    await filters.getByRole('button', { name: `School: ${school.name}`, exact: true }).waitFor()
    for (const [level, count] of [
      [first, 1],
      [second, 0],
    ] as const) {
      await page.goto(`${home}/school-enrollments?grade_level_id=${level.id}`)
      await filters.getByRole('button', { name: `Grade level: ${level.name}`, exact: true }).waitFor()
      await expect.poll(() => pupil.count()).toBe(count)
    }
  })

  it('offer nobody who is archived to enroll again, and nobody at a school that is', async () => {
    const scene = await stage()
    const { page, home, school } = scene
    const person = await makePerson(scene)
    const { id } = await enroll(scene, person.id)
    await page.goto(`${home}/school-enrollments/${id}`)
    const more = page.getByRole('button', { name: `More for ${person.name}` })
    const transfer = async () => {
      await more.click()
      await page.getByRole('menuitem', { name: 'Transfer' }).click()
      await page.getByRole('dialog').getByLabel('Last day').waitFor()
      const calendars = page.getByRole('dialog').getByRole('combobox', { name: /calendar/ })
      const offered = await calendars.count()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      return offered
    }
    expect(await transfer()).toBe(1)
    await call(page, 'POST', `/persons/${person.id}/archive`)
    await expect.poll(transfer).toBe(0)
    await call(page, 'POST', `/school-enrollments/${id}/withdraw`)
    const again = page.getByRole('button', { name: 'Enroll again' })
    await page.getByText('Withdrawn').first().waitFor()
    expect(await again.count()).toBe(0)
    await call(page, 'POST', `/persons/${person.id}/restore`)
    await again.waitFor()
    await call(page, 'POST', `/schools/${school.id}/archive`)
    await expect.poll(() => again.count()).toBe(0)
  })

  it('offer the school year that is current no archiving', async () => {
    const { page, home, now } = await stage()
    const { id, name } = await call(page, 'GET', `/school-years/${now.calendar_id}`)
    await page.goto(`${home}/school-years`)
    const moves = async () => {
      await page.getByRole('button', { name: `More for ${name}` }).click()
      await page.getByRole('menuitem').first().waitFor()
      const texts = await page.getByRole('menuitem').allTextContents()
      await page.keyboard.press('Escape')
      return texts
    }
    expect(await moves()).toEqual(['Make it the current one', 'Archive', 'Delete'])
    await call(page, 'POST', `/school-years/${id}/make-current`)
    await expect.poll(moves).toEqual(['Delete'])
  })

  it('enroll and employ somebody from their page, on one of two calendars of one name', async () => {
    const scene = await stage()
    const { page, home, school, now } = scene
    const hillside = await call(page, 'POST', '/schools', { name: unique('Hillside') })
    for (const school_id of [school.id, hillside.id])
      await call(page, 'POST', '/school-calendars', {
        name: 'Regular',
        school_id,
        calendar_id: now.calendar_id,
      })
    const year = await call(page, 'GET', `/school-years/${now.calendar_id}`)
    const { id, name } = await makePerson(scene)
    await page.goto(`${home}/people/${id}`)
    const roles = page.getByRole('region', { name: 'Enrollments and employments' })
    await roles.getByText('Neither enrolled nor employed').waitFor()
    await roles.getByRole('button', { name: 'Enroll', exact: true }).click()
    const calendar = `${hillside.name} · ${year.name} · Regular`
    const field = page.getByRole('combobox', { name: 'Calendar', exact: true })
    await field.fill('Regular')
    await page.getByRole('option', { name: `${school.name} · ${year.name} · Regular` }).waitFor()
    await pick(field, hillside.name, calendar)
    expect(await field.inputValue()).toBe(calendar)
    await page.getByRole('dialog').getByRole('button', { name: 'Enroll', exact: true }).click()
    await roles.getByRole('link', { name: `Learns at ${hillside.name}` }).waitFor()

    await roles.getByRole('button', { name: 'Employ', exact: true }).click()
    await choose(page, 'School', school.name)
    await page.getByRole('dialog').getByRole('button', { name: 'Employ', exact: true }).click()
    await page.getByText(`${name} Okafor was employed.`).waitFor()
    await roles.getByRole('link', { name: `Works at ${school.name}` }).waitFor()
    const [employment] = await call(page, 'GET', `/school-employments?person_id=${id}`)
    expect(employment.school_id).toBe(school.id)
  })

  it('merge what somebody else has changed meanwhile in a record of a plain list', async () => {
    expectFailures(412)
    const { page, home, first } = await stage()
    await page.goto(`${home}/school-grade-levels`)
    await page.getByRole('button', { name: first.name, exact: true }).click()
    const form = page.getByRole('form', { name: /^Change/ })
    await form.getByLabel('Name', { exact: true }).fill(unique('Mine'))
    await call(page, 'PATCH', `/school-grade-levels/${first.id}`, { name: unique('Theirs') })
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Somebody else changed this meanwhile').waitFor()
    await form.getByText(/^Somebody changed this to “Theirs/).waitFor()
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    const { name } = await call(page, 'GET', `/school-grade-levels/${first.id}`)
    expect(name).toMatch(/^Mine/)
  })

  it('take a class into the next year, and name who cannot go', async () => {
    const scene = await stage()
    const { page, home, now, next, first, second } = scene
    const [going, staying] = [await makePerson(scene), await makePerson(scene)]
    await enroll(scene, going.id)
    const kept = await enroll(scene, staying.id)
    await call(page, 'POST', '/school-enrollments', { person_id: staying.id, calendar_id: next.id })
    const answered = Promise.withResolvers<void>()
    await page.route('**/school-enrollments/bulk?**', async (route) => {
      if (!route.request().url().includes('dry_run=true')) await answered.promise
      await route.continue()
    })
    const elsewhere = await call(page, 'POST', '/schools', { name: unique('Hillside') })
    await call(page, 'POST', '/school-calendars', {
      name: unique('Later'),
      school_id: elsewhere.id,
      calendar_id: next.calendar_id,
    })
    await page.goto(`${home}/class-list`)
    await choose(page, 'Calendar', now.name)
    await choose(page, 'Grade level', first.name)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    const list = page.getByRole('table', { name: 'Class list' })
    await list.getByText(going.name).waitFor()
    await page.getByRole('button', { name: 'Take into the next year' }).click()
    const years = page.getByRole('combobox', { name: 'Calendar of the next school year' })
    await years.waitFor()
    expect(await years.getByRole('option').allTextContents()).toEqual([expect.stringContaining(next.name)])
    await page.getByRole('button', { name: 'Preview' }).click()
    const steps = page.getByRole('list', { name: 'What will happen' })
    await steps.getByRole('listitem').filter({ hasText: going.name }).getByText(`To ${second.name}`).waitFor()
    expect(await steps.getByText(`To ${second.name}`).count()).toBe(1)
    await page.getByText(/^1 of 2: Already enrolled at this school in this year\./).waitFor()
    await page.getByText('Show who').click()
    await page.getByRole('dialog').getByText(staying.name).waitFor()
    expect(await call(page, 'GET', '/school-enrollments?status=completed')).toEqual([])
    const sent = page.waitForRequest((request) => request.url().includes('dry_run=false'))
    await page.getByRole('button', { name: 'Take 1 student along' }).click()
    await sent
    // The form stays open until it is answered: only the form shows who was refused.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await steps.isVisible()).toBe(true)
    answered.resolve()
    await page.getByText('The class is in the next school year.').waitFor()
    await list.getByText(going.name).waitFor({ state: 'detached' })
    const [arrived] = await call(
      page,
      'GET',
      `/school-enrollments?calendar_id=${next.id}&person_id=${going.id}`,
    )
    expect(arrived).toMatchObject({ grade_level_id: second.id, entry_type: 'next_year' })
    expect(await call(page, 'GET', `/school-enrollments/${kept.id}`)).toMatchObject({ status: 'enrolled' })
  })
})

describe('a class list', () => {
  it('goes nowhere without a later school year of its school, and says where one is made', async () => {
    const scene = await stage()
    const { page, home, next, school } = scene
    const { id: person_id } = await makePerson(scene)
    await call(page, 'POST', '/school-enrollments', { person_id, calendar_id: next.id })
    await page.goto(`${home}/class-list?calendar=${next.id}`)
    await page.getByRole('button', { name: 'Take into the next year' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`There is no later school year for ${school.name} yet.`).waitFor()
    expect(await dialog.getByRole('button', { name: 'Preview' }).count()).toBe(0)
    await dialog.getByRole('link', { name: `Calendars of ${school.name}` }).click()
    await page.getByRole('heading', { level: 1, name: 'Calendars' }).waitFor()
    await page.getByRole('button', { name: next.name, exact: true }).waitFor()
  })

  it('of too many students says why it cannot be taken into the next year', async () => {
    const scene = await stage()
    const { page, home, now, first } = scene
    const made = await call(page, 'POST', '/persons/bulk', {
      mode: 'atomic',
      items: Array.from({ length: 251 }, (_, at) => ({
        op: 'create',
        body: { identity: { first_name: `Kim ${at}`, last_name: 'Okafor' } },
      })),
    })
    await call(page, 'POST', '/school-enrollments/bulk', {
      mode: 'atomic',
      items: made.results.map(({ id }: { id: string }, at: number) => ({
        op: 'create',
        body: { person_id: id, calendar_id: now.id, ...(at > 0 && { grade_level_id: first.id }) },
      })),
    })
    await page.goto(`${home}/class-list?calendar=${now.id}`)
    const go = page.getByRole('button', { name: 'Take into the next year' })
    await go.click({ force: true })
    await page.getByText('choose one grade level at a time: these are more than 250.').waitFor()
    expect(await go.getAttribute('aria-disabled')).toBe('true')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.goto(`${home}/class-list?calendar=${now.id}&grade=${first.id}`)
    await go.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Preview' }).waitFor()
  })
})

describe('nothing keeps assistive technology out', () => {
  it('of schools and enrollments', async () => {
    const scene = await stage()
    const { page, home, school, now, first } = scene
    const { id, name } = await makePerson(scene)
    const enrollment = await enroll(scene, id)
    await page.goto(`${home}/schools`)
    await page.getByRole('link', { name: school.name, exact: true }).click()
    await page.getByRole('list', { name: 'Students by grade level' }).getByText(first.name).waitFor()
    await page.getByRole('region', { name: 'Calendars' }).getByText(now.name).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.goto(`${home}/class-list?calendar=${now.id}`)
    await page.getByRole('link', { name }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.goto(`${home}/school-enrollments/${enrollment.id}`)
    await page.getByText('created it').waitFor()
    expect(await violationsOf(page)).toEqual([])
  })
})
