import type { Desk } from '../../work/desk.ts'
import { createPerson } from '../../world.ts'
import { type AdviceCase, newName } from './advice.ts'

const newPerson = ({ service, tenantId }: Desk) => createPerson(service, tenantId)

/** A calendar of a school in a school year. */
async function newCalendar({ client }: Desk) {
  const { id: school_id } = await client.schools.create({ name: newName() })
  const { id: school_year_id } = await client.schoolYears.create({
    name: newName(),
    start: '2024-08-01',
    end: '2031-07-31',
  })
  const { id: calendar_id } = await client.schoolCalendars.create({
    name: newName(),
    school_id,
    calendar_id: school_year_id,
  })
  return { school_id, school_year_id, calendar_id }
}

/** An employment that is offered to a person, with a planned assignment. */
async function offered(desk: Desk) {
  const { client } = desk
  const [person_id, { school_id, calendar_id }] = [await newPerson(desk), await newCalendar(desk)]
  const { id: school_employment_id } = await client.schoolEmployments.create({ person_id, school_id })
  const { id: assignment_type_id } = await client.employmentAssignmentTypes.create({ name: newName() })
  const { id: assignment_id } = await client.employmentAssignments.create({
    school_employment_id,
    calendar_id,
    assignment_type_id,
  })
  return { person_id, school_employment_id, assignment_id }
}

async function enrolled(desk: Desk) {
  const [person_id, place] = [await newPerson(desk), await newCalendar(desk)]
  const { id } = await desk.client.schoolEnrollments.create({ person_id, calendar_id: place.calendar_id })
  return { person_id, ...place, school_enrollment_id: id }
}

/** The records that prevent a re-enrollment while they are archived. */
const archivedAround = [
  ['person', 'persons', 'person_id'],
  ['school', 'schools', 'school_id'],
  ['school year', 'schoolYears', 'school_year_id'],
] as const

export const educationAdvice: readonly AdviceCase[] = [
  ...archivedAround.map(
    ([what, group, id]): AdviceCase => ({
      name: `an enrollment whose ${what} is archived`,
      code: 'record_archived',
      advice: new RegExp(`The ${what} is archived\\. Restore it first`),
      arrange: async (desk) => {
        const { school_enrollment_id, ...around } = await enrolled(desk)
        const record: { archive(path: object): unknown; restore(path: object): Promise<unknown> } = desk
          .client[group] as never
        await desk.client.schoolEnrollments.withdraw({ school_enrollment_id })
        await record.archive({ [id]: around[id] })
        return {
          send: () => desk.client.schoolEnrollments.reenroll({ school_enrollment_id }),
          follow: () => record.restore({ [id]: around[id] }),
        }
      },
    }),
  ),
  {
    name: 'a calendar of an archived school',
    code: 'record_archived',
    advice: /The school or the school year of the calendar is archived\. Restore it first/,
    arrange: async (desk) => {
      const [person_id, { school_id, calendar_id }] = [await newPerson(desk), await newCalendar(desk)]
      await desk.client.schools.archive({ school_id })
      const path = { school_calendar_id: calendar_id }
      return {
        send: () => desk.client.schoolCalendars.enrollments.create(path, { person_id }),
        follow: () => desk.client.schools.restore({ school_id }),
      }
    },
  },
  {
    name: 'a calendar in an archived school year',
    code: 'record_archived',
    advice: /The record in calendar_id is archived\. Restore it first/,
    arrange: async (desk) => {
      const { school_id, school_year_id } = await newCalendar(desk)
      await desk.client.schoolYears.archive({ school_year_id })
      const body = { name: newName(), school_id, calendar_id: school_year_id }
      return {
        send: () => desk.client.schoolCalendars.create({ ...body }),
        follow: () => desk.client.schoolYears.restore({ school_year_id }),
      }
    },
  },
  {
    name: 'a person who is enrolled already',
    code: 'already_exists',
    advice: /Change that enrollment \(GET/,
    arrange: async (desk) => {
      const { person_id, calendar_id, school_enrollment_id } = await enrolled(desk)
      return {
        send: () => desk.client.schoolEnrollments.create({ person_id, calendar_id }),
        named: { params: { person_id } },
        instead: () => desk.client.schoolEnrollments.update({ school_enrollment_id }, { is_primary: true }),
      }
    },
  },
  {
    name: 'the current school year',
    code: 'current_school_year',
    advice: /Make another school year the current one first/,
    arrange: async (desk) => {
      const [first, second] = [await newCalendar(desk), await newCalendar(desk)]
      await desk.client.schoolYears.makeCurrent({ school_year_id: first.school_year_id })
      return {
        send: () => desk.client.schoolYears.archive({ school_year_id: first.school_year_id }),
        follow: () => desk.client.schoolYears.makeCurrent({ school_year_id: second.school_year_id }),
      }
    },
  },
  {
    name: 'an assignment of somebody who is not hired',
    code: 'employment_not_active',
    advice: /Hire the person \(`hire`\)/,
    arrange: async (desk) => {
      const { school_employment_id, assignment_id } = await offered(desk)
      return {
        send: () => desk.client.employmentAssignments.start({ assignment_id }),
        follow: () => desk.client.schoolEmployments.hire({ school_employment_id }),
      }
    },
  },
  {
    name: 'an assignment of somebody who was retired',
    code: 'employment_not_active',
    advice: /or `reactivate` the employment/,
    arrange: async (desk) => {
      const { school_employment_id, assignment_id } = await offered(desk)
      await desk.client.schoolEmployments.hire({ school_employment_id })
      await desk.client.employmentAssignments.start({ assignment_id })
      await desk.client.schoolEmployments.retire({ school_employment_id })
      return {
        send: () => desk.client.employmentAssignments.reactivate({ assignment_id }),
        follow: () => desk.client.schoolEmployments.reactivate({ school_employment_id }),
      }
    },
  },
  {
    name: 'an assignment of an archived person',
    code: 'record_archived',
    advice: /The person of the employment is archived\. Restore it first/,
    arrange: async (desk) => {
      const { person_id, school_employment_id } = await offered(desk)
      const { calendar_id } = await newCalendar(desk)
      const { id: assignment_type_id } = await desk.client.employmentAssignmentTypes.create({
        name: newName(),
      })
      await desk.client.persons.archive({ person_id })
      const path = { school_employment_id }
      const body = { calendar_id, assignment_type_id }
      return {
        send: () => desk.client.schoolEmployments.assignments.create(path, body),
        follow: () => desk.client.persons.restore({ person_id }),
      }
    },
  },
  {
    name: 'a grade level that others have, too',
    code: 'dependent_item_exists',
    advice: /Keep it for all schools/,
    arrange: async (desk) => {
      const { client } = desk
      const { id: school_grade_level_id } = await client.schoolGradeLevels.create({ name: newName() })
      const { school_enrollment_id } = await enrolled(desk)
      await client.schoolEnrollments.update(
        { school_enrollment_id },
        { grade_level_id: school_grade_level_id },
      )
      const { id: another } = await client.schools.create({ name: newName() })
      const limit = (school_id: string | null) =>
        client.schoolGradeLevels.update({ school_grade_level_id }, { school_id })
      return { send: () => limit(another), instead: () => limit(null) }
    },
  },
  {
    name: 'grade levels that follow each other',
    code: 'cycle_detected',
    advice: /Choose one that does not/,
    arrange: async ({ client }) => {
      const add = async (next = {}) =>
        (await client.schoolGradeLevels.create({ name: newName(), ...next })).id
      const [first, third] = [await add(), await add()]
      const second = await add({ next_grade_level_id: first })
      const lead = (next_grade_level_id: string) =>
        client.schoolGradeLevels.update({ school_grade_level_id: first }, { next_grade_level_id })
      return { send: () => lead(second), instead: () => lead(third) }
    },
  },
]
