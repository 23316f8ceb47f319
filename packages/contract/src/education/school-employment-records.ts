import { z } from 'zod'
import { personBrief, schoolBrief } from '../briefs.ts'
import { externalIdsGiven, recordReference } from '../kernel/external-ids.ts'
import { includes } from '../kernel/include.ts'
import { ownedMembers, ownedOnCreate } from '../kernel/record.ts'
import { day, id, line, name, nullable, timestamp } from '../kernel/schema.ts'
import { fullTimeEquivalency } from './keys.ts'

/** The statuses of an employment. */
export const employmentStatuses = ['pending', 'active', 'terminated', 'retired'] as const

export const EmploymentStatus = z
  .enum(employmentStatuses)
  .meta({ id: 'EmploymentStatus', description: 'Status of an employment.' })

/** The types of employments. */
export const employmentTypes = [
  'permanent',
  'probationary',
  'contract',
  'part_time',
  'substitute',
  'volunteer',
  'agency',
  'other',
] as const

export const EmploymentType = z
  .enum(employmentTypes)
  .meta({ id: 'EmploymentType', description: 'Type of the employment, by its terms.' })

/** The types of separations, by who initiated them. */
export const separationTypes = ['voluntary', 'involuntary', 'mutual_agreement', 'other'] as const

export const SeparationType = z
  .enum(separationTypes)
  .meta({ id: 'SeparationType', description: 'Who initiated the separation.' })

/** The reasons for the end of an employment. */
export const separationReasons = [
  'employment_elsewhere',
  'retirement',
  'layoff',
  'discharge',
  'relocation',
  'study',
  'illness_or_death',
  'change_of_assignment',
  'personal',
  'other',
  'unknown',
] as const

export const SeparationReason = z
  .enum(separationReasons)
  .meta({ id: 'SeparationReason', description: 'Why the employment ended.' })

/** The number of an employee in the payroll: one line of at most 64 characters. */
export const employeeNumber = () => line(64)

const fields = {
  employee_number: nullable(employeeNumber()).meta({
    description: 'Number of the employee in the payroll; unique in the tenant, whatever the case.',
    examples: ['E-1042'],
  }),
  employment_type: nullable(EmploymentType),
  position_title: nullable(name()).meta({
    description: 'Title of the position.',
    examples: ['Head of science'],
  }),
  department: nullable(name()).meta({ description: 'Department.', examples: ['Science'] }),
  full_time_equivalency: nullable(fullTimeEquivalency()),
  offer_date: nullable(day()).meta({ description: 'Day on which the position was offered.' }),
}
const term = {
  hire_date: nullable(day()).meta({
    description: 'First day of the latest period; null until the person is hired.',
  }),
  end_date: nullable(day()).meta({
    description: 'Last day of the latest period; null while that period is open.',
  }),
  separation_type: nullable(SeparationType),
  separation_reason: nullable(SeparationReason),
}

const period = z
  .object({
    hire_date: day().meta({ description: 'First day.' }),
    end_date: nullable(day()).meta({ description: 'Last day; null while the period is open.' }),
    separation_type: nullable(SeparationType),
    separation_reason: nullable(SeparationReason),
  })
  .meta({ id: 'EmploymentPeriod', description: 'A period of an employment, from a hire to a separation.' })

const entered = (what: string) =>
  nullable(timestamp()).meta({ description: `When the employment was ${what}.` })

/** The records that a request can include in a school employment. */
export const schoolEmploymentIncludes = includes('SchoolEmployment', {
  person: personBrief,
  school: schoolBrief,
})

const schoolEmployment = z
  .object({
    ...ownedMembers,
    person_id: id().meta({ description: 'Id of the person.' }),
    school_id: id().meta({ description: 'Id of the school.' }),
    ...fields,
    status: EmploymentStatus,
    ...term,
    periods: z.array(period).meta({ description: 'All periods, the earliest first.' }),
    hired_at: entered('started by a hire'),
    terminated_at: entered('terminated; null if it is not'),
    retired_at: entered('ended by retirement; null if it is not'),
    reactivated_at: entered('last reactivated'),
    ...schoolEmploymentIncludes.members,
  })
  .meta({ id: 'SchoolEmployment', description: 'The employment of a person at a school.' })
const schoolEmploymentCreate = z
  .strictObject({
    person_id: recordReference('persons', 'the person'),
    school_id: recordReference('schools', 'the school'),
    ...fields,
    ...ownedOnCreate,
  })
  .partial({
    employee_number: true,
    employment_type: true,
    position_title: true,
    department: true,
    full_time_equivalency: true,
    offer_date: true,
  })
  .meta({
    id: 'SchoolEmploymentCreate',
    description: 'A new employment with the status `pending`. Its person and school cannot be changed later.',
  })
const schoolEmploymentUpdate = z
  .strictObject({ ...fields, ...term, status: EmploymentStatus, external_ids: externalIdsGiven })
  .partial()
  .meta({
    id: 'SchoolEmploymentUpdate',
    description:
      'Changes to an employment, and corrections of its latest period. The members of the separation are null while the period is open. Another `status` runs the lifecycle operation that leads to it.',
  })

export interface SchoolEmployment extends z.infer<typeof schoolEmployment> {}
export interface SchoolEmploymentCreate extends z.infer<typeof schoolEmploymentCreate> {}
export interface SchoolEmploymentUpdate extends z.infer<typeof schoolEmploymentUpdate> {}
/** The employment of a person at a school. */
export const SchoolEmployment: z.core.$ZodType<SchoolEmployment, SchoolEmployment> = schoolEmployment
/** A new employment. */
export const SchoolEmploymentCreate: z.core.$ZodType<SchoolEmploymentCreate, SchoolEmploymentCreate> =
  schoolEmploymentCreate
/** A merge patch (RFC 7396) of an employment. */
export const SchoolEmploymentUpdate: z.core.$ZodType<SchoolEmploymentUpdate, SchoolEmploymentUpdate> =
  schoolEmploymentUpdate
