import { describe, expect, test } from 'vitest'
import { factOf, refusal, unique, useSchoolWorld } from './school-world.ts'

const world = useSchoolWorld()
const enrollments = () => world.client.schoolEnrollments
const employments = () => world.client.schoolEmployments
const assignments = () => world.client.employmentAssignments

interface Named {
  readonly person_id: string
  readonly school_id: string
  readonly school_year_id: string
}

/** Archives the person, school or school year that another record refers to. */
const archive = {
  person: ({ person_id }: Pick<Named, 'person_id'>) => world.client.persons.archive({ person_id }),
  school: ({ school_id }: Pick<Named, 'school_id'>) => world.client.schools.archive({ school_id }),
  'school year': ({ school_year_id }: Named) => world.client.schoolYears.archive({ school_year_id }),
}
const all = ['person', 'school', 'school year'] as const
const messageOf = (name: string) => `The ${name} is archived. Restore it first.`

const enroll = async () =>
  enrollments().create({ person_id: await world.person(), calendar_id: await world.calendar() })

const employ = async () =>
  employments().create({ person_id: await world.person(), school_id: await world.school() })

async function hired() {
  const { id: school_employment_id } = await employ()
  return employments().hire({ school_employment_id })
}

const newType = async () =>
  (await world.client.employmentAssignmentTypes.create({ key: unique('role'), name: unique('Role') })).id

const assign = async (school_employment_id: string, at: { readonly calendar_id?: string } = {}) =>
  assignments().create({
    school_employment_id,
    calendar_id: at.calendar_id ?? (await world.calendar()),
    assignment_type_id: await newType(),
  })

describe('an enrollment', () => {
  test.each(all)('is taken up again with a %s in use', async (name) => {
    const enrollment = await enroll()
    const path = { school_enrollment_id: enrollment.id }
    await enrollments().withdraw(path)
    await archive[name](enrollment)
    expect(await factOf(enrollments().reenroll(path), 'detail')).toBe(messageOf(name))
    expect((await enrollments().get(path)).periods).toHaveLength(1)
  })

  test('is transferred to another calendar with a person in use, and from a school that is archived', async () => {
    const enrollment = await enroll()
    const path = { school_enrollment_id: enrollment.id }
    const calendar_id = await world.calendar()
    await archive.person(enrollment)
    await archive.school(enrollment)
    expect(await factOf(enrollments().transfer(path, { calendar_id }), 'detail')).toBe(messageOf('person'))
    await world.client.persons.restore({ person_id: enrollment.person_id })
    expect((await enrollments().transfer(path, { calendar_id })).status).toBe('transferred')
  })

  test('ends at a school that is archived', async () => {
    const enrollment = await enroll()
    await archive.school(enrollment)
    const { status } = await enrollments().withdraw({ school_enrollment_id: enrollment.id })
    expect(status).toBe('withdrawn')
  })
})

test.each(['person', 'school'] as const)(
  'an employment begins, and begins again, with a %s in use',
  async (name) => {
    const [pending, left] = [await employ(), await hired()]
    const paths = { hire: { school_employment_id: pending.id }, back: { school_employment_id: left.id } }
    await employments().terminate(paths.back)
    for (const employment of [pending, left]) await archive[name](employment)
    expect(await factOf(employments().hire(paths.hire), 'detail')).toBe(messageOf(name))
    expect(await factOf(employments().reactivate(paths.back), 'detail')).toBe(messageOf(name))
    expect((await employments().terminate(paths.hire)).status).toBe('terminated')
  },
)

describe('an assignment', () => {
  test('is not planned for a person who is archived', async () => {
    const employment = await hired()
    const school_employment_id = employment.id
    const body = { calendar_id: await world.calendar(), assignment_type_id: await newType() }
    await archive.person(employment)
    expect(await refusal(assignments().create({ school_employment_id, ...body }))).toEqual([
      422,
      'validation_failed',
      '/school_employment_id reference_archived',
    ])
    const below = employments().assignments.create({ school_employment_id }, body)
    expect(await refusal(below)).toEqual([409, 'record_archived'])
  })

  test.each(all)('starts, and is taken up again, with a %s in use', async (name) => {
    const { id: school_employment_id } = await hired()
    const planned = await assign(school_employment_id)
    const ended = await assign(school_employment_id, planned)
    await assignments().end({ assignment_id: ended.id })
    await archive[name](planned)
    const start = assignments().start({ assignment_id: planned.id })
    expect(await factOf(start, 'detail')).toBe(messageOf(name))
    const reactivate = assignments().reactivate({ assignment_id: ended.id })
    expect(await factOf(reactivate, 'detail')).toBe(messageOf(name))
    expect((await assignments().end({ assignment_id: planned.id })).status).toBe('ended')
  })
})
