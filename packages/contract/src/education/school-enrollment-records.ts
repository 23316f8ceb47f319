import { z } from 'zod'
import {
  personBrief,
  schoolBrief,
  schoolCalendarBrief,
  schoolGradeLevelBrief,
  schoolYearBrief,
} from '../briefs.ts'
import { externalIdsGiven, recordReference } from '../kernel/external-ids.ts'
import { includes } from '../kernel/include.ts'
import { ownedMembers, ownedOnCreate } from '../kernel/record.ts'
import { day, id, idOrKey, keyOrId, nullable, reason, timestamp } from '../kernel/schema.ts'

/** The statuses of an enrollment. */
export const enrollmentStatuses = ['enrolled', 'withdrawn', 'transferred', 'graduated', 'completed'] as const

export const EnrollmentStatus = z
  .enum(enrollmentStatuses)
  .meta({ id: 'EnrollmentStatus', description: 'Status of an enrollment.' })

/** The ways in which a person enters a school. */
export const entryTypes = ['new', 'transfer', 're_entry', 'next_year', 'other'] as const

export const EntryType = z
  .enum(entryTypes)
  .meta({ id: 'EntryType', description: 'How the person entered the school.' })

/** The ways in which a person leaves a school. */
export const exitTypes = [
  'withdrawn',
  'transferred',
  'graduated',
  'completed',
  'dropout',
  'expelled',
  'no_show',
  'moved',
  'deceased',
  'other',
] as const

export const ExitType = z
  .enum(exitTypes)
  .meta({ id: 'ExitType', description: 'How the person left the school.' })

const entry = {
  entry_date: day().meta({
    description:
      'First day of the latest period, within the school year. Default: today at the school, or the nearest day of the school year.',
    examples: ['2026-08-17'],
  }),
  entry_type: EntryType,
}
const exit = {
  exit_date: nullable(day()).meta({
    description: 'Last day of the latest period; null while that period is open.',
  }),
  exit_type: nullable(ExitType),
  exit_reason: nullable(reason()).meta({ description: 'Why the period ended, in one sentence.' }),
}
const gradeLevel = {
  grade_level_id: nullable(idOrKey('the grade level')),
  grade_level: nullable(keyOrId('the grade level')),
}
const isPrimary = z.boolean().meta({
  description:
    'True for the main enrollment of the person in the school year. Only one enrollment is the main one.',
})

const period = z
  .object({
    entry_date: day().meta({ description: 'First day.' }),
    entry_type: EntryType,
    exit_date: nullable(day()).meta({ description: 'Last day; null while the period is open.' }),
    exit_type: nullable(ExitType),
    reason: nullable(reason()).meta({ description: 'Why the period ended, in one sentence.' }),
  })
  .meta({ id: 'EnrollmentPeriod', description: 'A period of an enrollment, from an entry to an exit.' })

const entered = (state: string) =>
  nullable(timestamp()).meta({
    description: `When the enrollment was ${state}; null if it was not, or no longer is.`,
  })

/** The records that a request can include in a school enrollment. */
export const schoolEnrollmentIncludes = includes('SchoolEnrollment', {
  person: personBrief,
  school: schoolBrief,
  school_year: schoolYearBrief,
  calendar: schoolCalendarBrief,
  grade_level_record: schoolGradeLevelBrief,
})

const schoolEnrollment = z
  .object({
    ...ownedMembers,
    person_id: id().meta({ description: 'Id of the person.' }),
    calendar_id: id().meta({ description: 'Id of the school calendar.' }),
    school_id: id().meta({ description: 'Id of the school; follows from the calendar.' }),
    school_year_id: id().meta({ description: 'Id of the school year; follows from the calendar.' }),
    grade_level_id: nullable(id()).meta({ description: 'Id of the grade level.' }),
    status: EnrollmentStatus,
    is_primary: isPrimary,
    ...entry,
    ...exit,
    periods: z.array(period).meta({ description: 'All periods, the earliest first.' }),
    transferred_to_enrollment_id: nullable(id()).meta({
      description: 'Id of the new enrollment that a transfer created.',
    }),
    transferred_from_enrollment_id: nullable(id()).meta({
      description: 'Id of the former enrollment that was transferred to this one.',
    }),
    enrolled_at: timestamp().meta({ description: 'When the enrollment was created.' }),
    withdrawn_at: entered('withdrawn'),
    graduated_at: entered('graduated'),
    transferred_at: entered('transferred'),
    completed_at: entered('completed'),
    reenrolled_at: nullable(timestamp()).meta({
      description: 'When the enrollment was last reopened (`reenroll`).',
    }),
    ...schoolEnrollmentIncludes.members,
  })
  .meta({ id: 'SchoolEnrollment', description: 'The enrollment of a person at a school in a school year.' })

/** The member that allows an `entry_date` outside the school year. */
export const lateEntry = () =>
  z.boolean().optional().meta({
    description: 'True allows an `entry_date` outside the days of the school year.',
  })

const onCreate = { ...gradeLevel, is_primary: isPrimary, ...entry }
const optionalOnCreate = {
  grade_level_id: true,
  grade_level: true,
  is_primary: true,
  entry_date: true,
  entry_type: true,
} as const
const person = recordReference('persons', 'the person')

const schoolEnrollmentCreate = z
  .strictObject({
    person_id: person,
    calendar_id: recordReference('school_calendars', 'the school calendar'),
    ...onCreate,
    late_entry: lateEntry(),
    ...ownedOnCreate,
  })
  .partial(optionalOnCreate)
  .meta({
    id: 'SchoolEnrollmentCreate',
    description:
      'A new enrollment. Its person cannot be changed later, and its calendar only until the first lifecycle operation.',
  })
const enrollmentOnCalendarCreate = z
  .strictObject({
    person_id: person,
    ...onCreate,
    late_entry: lateEntry(),
    ...ownedOnCreate,
  })
  .partial(optionalOnCreate)
  .meta({ id: 'EnrollmentOnCalendarCreate', description: 'A new enrollment on the calendar in the path.' })
const schoolEnrollmentUpdate = z
  .strictObject({
    ...onCreate,
    ...exit,
    late_entry: lateEntry(),
    status: EnrollmentStatus,
    calendar_id: recordReference('school_calendars', 'the school calendar'),
    external_ids: externalIdsGiven,
  })
  .partial()
  .meta({
    id: 'SchoolEnrollmentUpdate',
    description:
      'Corrections of an enrollment and of its latest period. The members of the exit are null while the period is open. Another `status` runs the lifecycle operation that leads to it. The calendar can be corrected until the first lifecycle operation; after that, transfer the enrollment.',
  })

export interface SchoolEnrollment extends z.infer<typeof schoolEnrollment> {}
export interface SchoolEnrollmentCreate extends z.infer<typeof schoolEnrollmentCreate> {}
export interface EnrollmentOnCalendarCreate extends z.infer<typeof enrollmentOnCalendarCreate> {}
export interface SchoolEnrollmentUpdate extends z.infer<typeof schoolEnrollmentUpdate> {}
/** The enrollment of a person at a school in a school year. */
export const SchoolEnrollment: z.core.$ZodType<SchoolEnrollment, SchoolEnrollment> = schoolEnrollment
/** A new enrollment. */
export const SchoolEnrollmentCreate: z.core.$ZodType<SchoolEnrollmentCreate, SchoolEnrollmentCreate> =
  schoolEnrollmentCreate
/** A new enrollment on the calendar in the path. */
export const EnrollmentOnCalendarCreate: z.core.$ZodType<
  EnrollmentOnCalendarCreate,
  EnrollmentOnCalendarCreate
> = enrollmentOnCalendarCreate
/** A merge patch (RFC 7396) of an enrollment. */
export const SchoolEnrollmentUpdate: z.core.$ZodType<SchoolEnrollmentUpdate, SchoolEnrollmentUpdate> =
  schoolEnrollmentUpdate
