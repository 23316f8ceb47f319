import { type EndpointSpec, operationGroups, shapeOf } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { sharedAssignmentTypes, sharedGradeLevels } from '../../src/education/seeds.ts'
import { factOf, refusal, unique, useSchoolWorld } from './school-world.ts'

const world = useSchoolWorld()

test('promotion leads from preschool to grade 12, one level after the other', async () => {
  const levels = await world.client.schoolGradeLevels.list({ shared: 'only' })
  const byId = new Map(levels.map((level) => [level.id, level]))
  const way: string[] = []
  for (
    let level = levels.find(({ key }) => key === 'preschool');
    level;
    level = byId.get(level.next_grade_level_id ?? '')
  )
    way.push(level.key)
  const grades = Array.from({ length: 12 }, (_, at) => `grade_${at + 1}`)
  expect(way).toEqual(['preschool', 'kindergarten', ...grades])
  expect(levels.filter(({ is_final }) => is_final).map(({ key }) => key)).toEqual(['grade_12'])
  expect(levels.map(({ key }) => key)).toEqual([...way, 'ungraded'])
})

test('ids of the catalogues that all tenants share are fixed', async () => {
  const levels = await world.client.schoolGradeLevels.list({ shared: 'only' })
  const types = await world.client.employmentAssignmentTypes.list({ shared: 'only' })
  expect(levels).toMatchObject(sharedGradeLevels)
  expect(types).toMatchObject(sharedAssignmentTypes)
  expect([levels[0]?.id, levels.at(-1)?.id]).toEqual([
    '01K00000000000000000000030',
    '01K0000000000000000000003E',
  ])
  expect([types[0]?.id, types.at(-1)?.id]).toEqual([
    '01K00000000000000000000040',
    '01K0000000000000000000004C',
  ])
  expect(types.map(({ key }) => key)).toContain('substitute_teacher')
})

test('promotion never leads back, by itself, by others, or by two changes at once', async () => {
  const leadTo = (id: string, next_grade_level_id: string) =>
    world.client.schoolGradeLevels.update({ school_grade_level_id: id }, { next_grade_level_id })
  for (let round = 0; round < 8; round += 1) {
    const [first, second, third] = [
      await world.gradeLevel(),
      await world.gradeLevel(),
      await world.gradeLevel(),
    ]
    expect(await refusal(leadTo(first, first))).toEqual([409, 'cycle_detected'])
    await leadTo(first, second)
    const both = await Promise.all([refusal(leadTo(second, third)), refusal(leadTo(third, first))])
    expect(both.filter((one) => one === undefined)).toHaveLength(1)
    expect(both.filter((one) => one !== undefined)).toEqual([[409, 'cycle_detected']])
  }
})

test('after the final level there is no next one', async () => {
  const body = {
    key: unique('last'),
    name: 'Last',
    is_final: true,
    next_grade_level_id: await world.gradeLevel(),
  }
  expect(await refusal(world.client.schoolGradeLevels.create(body))).toEqual([
    422,
    'validation_failed',
    '/next_grade_level_id must_be_null',
  ])
})

test('a school offers each level once, its own and those for all, and keeps them from going', async () => {
  const [school_id, other] = [await world.school(), await world.school()]
  const [general, own, foreign] = [
    await world.gradeLevel(),
    await world.gradeLevel(school_id),
    await world.gradeLevel(other),
  ]
  const offer = (...grade_level_ids: string[]) =>
    world.client.schools.update({ school_id }, { grade_level_ids })
  expect((await offer(own, general)).grade_level_ids).toEqual([own, general])
  expect((await offer(general, general)).grade_level_ids).toEqual([general])
  await offer(own, general)
  expect(await refusal(offer(general, foreign))).toEqual([
    422,
    'validation_failed',
    '/grade_level_ids/1 not_allowed_value',
  ])
  const { key } = await world.client.schoolGradeLevels.get({ school_grade_level_id: general })
  expect(await refusal(offer(general, key, foreign))).toEqual([
    422,
    'validation_failed',
    '/grade_level_ids/2 not_allowed_value',
  ])
  const removal = () => world.client.schoolGradeLevels.delete({ school_grade_level_id: general })
  expect(await factOf(removal(), 'dependents')).toEqual({ school_offered_grades: 1 })
  await offer(own)
  await removal()
})

test('a school with a grade level of its own stays, whoever is first', async () => {
  for (let round = 0; round < 5; round += 1) {
    const school_id = await world.school()
    const [made, removed] = await Promise.all([
      refusal(world.gradeLevel(school_id)),
      refusal(world.client.schools.delete({ school_id })),
    ])
    if (made === undefined) expect(removed).toEqual([409, 'dependent_item_exists'])
    else
      expect([made, removed]).toEqual([
        [422, 'validation_failed', '/school_id reference_not_found'],
        undefined,
      ])
  }
})

test('a time zone must be one that is known', async () => {
  const body = { name: 'Nowhere', timezone: 'Europe/Nowhere' }
  expect(await refusal(world.client.schools.create(body))).toEqual([
    422,
    'validation_failed',
    '/timezone not_allowed_value',
  ])
})

test('a grade level that a school offers does not become another’s alone', async () => {
  const [ours, theirs, level] = await Promise.all([world.school(), world.school(), world.gradeLevel()])
  await world.client.schools.update({ school_id: theirs }, { grade_level_ids: [level] })
  const narrow = (school_id: string) =>
    refusal(world.client.schoolGradeLevels.update({ school_grade_level_id: level }, { school_id }))
  expect(await narrow(ours)).toEqual([409, 'dependent_item_exists'])
  expect(await narrow(theirs)).toBeUndefined()
})

const enrollment = async () =>
  (
    await world.client.schoolEnrollments.create({
      person_id: await world.person(),
      calendar_id: await world.calendar(),
    })
  ).id
const employment = async () =>
  (
    await world.client.schoolEmployments.create({
      person_id: await world.person(),
      school_id: await world.school(),
    })
  ).id
const gradeLevel = () => world.client.schoolGradeLevels.create({ name: unique('Nursery') })
const assignmentType = () => world.client.employmentAssignmentTypes.create({ name: unique('Guide') })

/** Sends a request whose members refer to a record, and returns the id that was stored. */
type Naming = (named: object) => Promise<string | null | undefined>

/** Every operation of education whose body refers to a record with a key: the member, and a function that creates the record. */
const naming: readonly [
  operation: string,
  name: string,
  make: () => Promise<{ id: string; key: string }>,
  Naming,
][] = [
  [
    'createSchoolEnrollment',
    'grade_level',
    gradeLevel,
    async (named) => {
      const place = { person_id: await world.person(), calendar_id: await world.calendar() }
      return (await world.client.schoolEnrollments.create({ ...place, ...named })).grade_level_id
    },
  ],
  [
    'createEnrollmentOfSchoolCalendar',
    'grade_level',
    gradeLevel,
    async (named) => {
      const [school_calendar_id, person_id] = [await world.calendar(), await world.person()]
      const body = { person_id, ...named }
      return (await world.client.schoolCalendars.enrollments.create({ school_calendar_id }, body))
        .grade_level_id
    },
  ],
  [
    'updateSchoolEnrollment',
    'grade_level',
    gradeLevel,
    async (named) => {
      const school_enrollment_id = await enrollment()
      return (await world.client.schoolEnrollments.update({ school_enrollment_id }, named)).grade_level_id
    },
  ],
  [
    'transferSchoolEnrollment',
    'grade_level',
    gradeLevel,
    async (named) => {
      const { client } = world
      const [school_enrollment_id, calendar_id] = [await enrollment(), await world.calendar()]
      const left = await client.schoolEnrollments.transfer(
        { school_enrollment_id },
        { calendar_id, ...named },
      )
      const there = { school_enrollment_id: left.transferred_to_enrollment_id ?? '' }
      return (await client.schoolEnrollments.get(there)).grade_level_id
    },
  ],
  [
    'createSchoolGradeLevel',
    'next_grade_level',
    gradeLevel,
    async (named) =>
      (await world.client.schoolGradeLevels.create({ name: unique('Reception'), ...named }))
        .next_grade_level_id,
  ],
  [
    'updateSchoolGradeLevel',
    'next_grade_level',
    gradeLevel,
    async (named) => {
      const school_grade_level_id = await world.gradeLevel()
      return (await world.client.schoolGradeLevels.update({ school_grade_level_id }, named))
        .next_grade_level_id
    },
  ],
  [
    'createEmploymentAssignment',
    'assignment_type',
    assignmentType,
    async (named) => {
      const place = { school_employment_id: await employment(), calendar_id: await world.calendar() }
      return (await world.client.employmentAssignments.create({ ...place, ...named })).assignment_type_id
    },
  ],
  [
    'createAssignmentOfSchoolEmployment',
    'assignment_type',
    assignmentType,
    async (named) => {
      const school_employment_id = await employment()
      const body = { calendar_id: await world.calendar(), ...named }
      return (await world.client.schoolEmployments.assignments.create({ school_employment_id }, body))
        .assignment_type_id
    },
  ],
  [
    'updateEmploymentAssignment',
    'assignment_type',
    assignmentType,
    async (named) => {
      const { key: assignment_type } = await assignmentType()
      const place = { school_employment_id: await employment(), calendar_id: await world.calendar() }
      const { id } = await world.client.employmentAssignments.create({ ...place, assignment_type })
      return (await world.client.employmentAssignments.update({ assignment_id: id }, named))
        .assignment_type_id
    },
  ],
]

describe.each(naming)('%s takes %s', (_, name, make, store) => {
  test('by key or id, in the member of either name', async () => {
    const { id, key } = await make()
    for (const named of [{ [name]: key }, { [name]: id }, { [`${name}_id`]: key }, { [`${name}_id`]: id }])
      expect(await store(named)).toBe(id)
    expect(await refusal(store({ [name]: 'nowhere' }))).toEqual([
      422,
      'validation_failed',
      `/${name} reference_not_found`,
    ])
  })
})

test('no other operation of education names a record that has a key', () => {
  const operations = Object.values(operationGroups)
    .flatMap((group) => Object.values<EndpointSpec>(group))
    .filter(({ permission }) => /^(education|employments):/.test(permission))
    .flatMap(({ operationId, body }) => {
      const members = Object.keys(shapeOf(body)).filter((member) =>
        /(grade_level|assignment_type)_id$/.test(member),
      )
      return members.map((member) => `${operationId} ${member}`)
    })
  expect(naming.map(([operation, name]) => `${operation} ${name}_id`).sort()).toEqual(operations.sort())
})

test('a school offers grade levels by key or id, each once', async () => {
  const [one, other, school_id] = [await gradeLevel(), await gradeLevel(), await world.school()]
  const { client } = world
  const ids = [one.id, other.id]
  const made = await client.schools.create({ name: unique('School'), grade_level_ids: [one.key, other.id] })
  expect(made.grade_level_ids).toEqual(ids)
  const offer = async (...grade_level_ids: string[]) =>
    (await client.schools.update({ school_id }, { grade_level_ids })).grade_level_ids
  expect(await offer(one.key, other.key, one.id)).toEqual(ids)
  expect(await refusal(offer(one.key, 'nowhere'))).toEqual([
    422,
    'validation_failed',
    '/grade_level_ids/1 reference_not_found',
  ])
})

test('an assignment of an employment needs a type', async () => {
  const place = { school_employment_id: await employment(), calendar_id: await world.calendar() }
  expect(await refusal(world.client.employmentAssignments.create(place))).toEqual([
    422,
    'validation_failed',
    '/assignment_type_id required',
  ])
})

// Both references fail. Vitest would report a rejection that the service does not handle.
test('an assignment whose employment and type are both unknown is refused for the employment', async () => {
  const place = { school_employment_id: newId(), calendar_id: await world.calendar() }
  const creating = world.client.employmentAssignments.create({ ...place, assignment_type: 'nowhere' })
  expect(await refusal(creating)).toEqual([
    422,
    'validation_failed',
    '/school_employment_id reference_not_found',
  ])
})
