import { z } from 'zod'
import {
  employmentAssignmentTypeBrief,
  personBrief,
  schoolBrief,
  schoolCalendarBrief,
  schoolYearBrief,
} from '../briefs.ts'
import { externalIdsGiven, recordReference } from '../kernel/external-ids.ts'
import { includes } from '../kernel/include.ts'
import { lifecycle, moveMembers } from '../kernel/lifecycle.ts'
import { ownedMembers, ownedOnCreate } from '../kernel/record.ts'
import { day, id, idOrKey, integer, keyOrId, name, nullable, reason, timestamp } from '../kernel/schema.ts'
import { fullTimeEquivalency } from './keys.ts'

/** The statuses of an employment assignment. */
export const assignmentStatuses = ['planned', 'active', 'ended'] as const

export const EmploymentAssignmentStatus = z
  .enum(assignmentStatuses)
  .meta({ id: 'EmploymentAssignmentStatus', description: 'Status of an assignment.' })

const warning = z.enum(['full_time_equivalency_above_one']).meta({
  id: 'EmploymentAssignmentWarning',
  description:
    'Something about an assignment that is allowed but unusual. `full_time_equivalency_above_one`: the planned and active assignments of the employment in the school year add up to more than full time.',
})

const fields = {
  assignment_type_id: idOrKey('the type of assignment'),
  assignment_type: keyOrId('the type of assignment'),
  position_title: nullable(name()).meta({
    description: 'Title of the position.',
    examples: ['Teacher of physics'],
  }),
  is_primary: z.boolean().meta({ description: 'True for a main assignment.' }),
  order: integer().meta({ description: 'Position among the assignments of the employment.', examples: [1] }),
  full_time_equivalency: nullable(fullTimeEquivalency()),
  start_date: nullable(day()).meta({
    description: 'First day: the planned day, until `start` sets the actual one.',
  }),
  end_date: nullable(day()).meta({
    description: 'Last day: the planned day, until `end` sets the actual one.',
  }),
}

const { assignment_type: _, ...rest } = fields

/** The records that a request can include in an employment assignment. */
export const employmentAssignmentIncludes = includes('EmploymentAssignment', {
  person: personBrief,
  school: schoolBrief,
  school_year: schoolYearBrief,
  calendar: schoolCalendarBrief,
  assignment_type_record: employmentAssignmentTypeBrief,
})

const employmentAssignment = z
  .object({
    ...ownedMembers,
    school_employment_id: id().meta({ description: 'Id of the employment.' }),
    person_id: id().meta({ description: 'Id of the person; follows from the employment.' }),
    calendar_id: id().meta({ description: 'Id of the school calendar.' }),
    school_id: id().meta({ description: 'Id of the school; follows from the calendar.' }),
    school_year_id: id().meta({ description: 'Id of the school year; follows from the calendar.' }),
    ...rest,
    assignment_type_id: id().meta({ description: 'Id of the type of assignment.' }),
    status: EmploymentAssignmentStatus,
    end_reason: nullable(reason()).meta({ description: 'Why the assignment ended, in one sentence.' }),
    started_at: nullable(timestamp()).meta({ description: 'When the assignment was started.' }),
    ended_at: nullable(timestamp()).meta({
      description: 'When the assignment was ended; null if it has not ended.',
    }),
    reactivated_at: nullable(timestamp()).meta({ description: 'When the assignment was last reactivated.' }),
    warnings: z.array(warning).meta({ description: 'What is unusual about the assignment; usually empty.' }),
    ...employmentAssignmentIncludes.members,
  })
  .meta({ id: 'EmploymentAssignment', description: 'Work of an employee at a school in a school year.' })

const optionalOnCreate = {
  assignment_type_id: true,
  assignment_type: true,
  position_title: true,
  is_primary: true,
  order: true,
  full_time_equivalency: true,
  start_date: true,
  end_date: true,
} as const
const calendar = recordReference('school_calendars', 'the school calendar')
const employmentAssignmentCreate = z
  .strictObject({
    school_employment_id: recordReference('school_employments', 'the employment'),
    calendar_id: calendar,
    ...fields,
    ...ownedOnCreate,
  })
  .partial(optionalOnCreate)
  .meta({
    id: 'EmploymentAssignmentCreate',
    description:
      'A new assignment with the status `planned`. Its employment and calendar cannot be changed later. Needs `assignment_type_id` or `assignment_type`; each accepts a key or an id.',
  })
const assignmentOfEmploymentCreate = z
  .strictObject({ calendar_id: calendar, ...fields, ...ownedOnCreate })
  .partial(optionalOnCreate)
  .meta({
    id: 'AssignmentOfEmploymentCreate',
    description: 'A new assignment of the employment in the path.',
  })
const employmentAssignmentUpdate = z
  .strictObject({ ...fields, status: EmploymentAssignmentStatus, external_ids: externalIdsGiven })
  .partial()
  .meta({
    id: 'EmploymentAssignmentUpdate',
    description: 'Changes to an assignment. Another `status` runs the lifecycle operation that leads to it.',
  })

const start = z
  .strictObject({
    ...moveMembers,
    start_date: day().optional().meta({
      description:
        'First day, not in the future. Default: the day of `occurred_at`; without it, the planned day unless that is in the future; otherwise today at the school.',
    }),
  })
  .meta({ id: 'AssignmentStart', description: 'Circumstances of a start; all optional.' })
const end = z
  .strictObject({
    ...moveMembers,
    end_date: day().optional().meta({
      description:
        'Last day, not before the first day and not in the future. Default: the day of `occurred_at`; without it, today at the school.',
    }),
  })
  .meta({ id: 'AssignmentEnd', description: 'Circumstances of an end; all optional.' })

export interface EmploymentAssignment extends z.infer<typeof employmentAssignment> {}
export interface EmploymentAssignmentCreate extends z.infer<typeof employmentAssignmentCreate> {}
export interface AssignmentOfEmploymentCreate extends z.infer<typeof assignmentOfEmploymentCreate> {}
export interface EmploymentAssignmentUpdate extends z.infer<typeof employmentAssignmentUpdate> {}
export interface AssignmentStart extends z.infer<typeof start> {}
export interface AssignmentEnd extends z.infer<typeof end> {}
/** Work of an employee at a school in a school year. */
export const EmploymentAssignment: z.core.$ZodType<EmploymentAssignment, EmploymentAssignment> =
  employmentAssignment
/** A new assignment. */
export const EmploymentAssignmentCreate: z.core.$ZodType<
  EmploymentAssignmentCreate,
  EmploymentAssignmentCreate
> = employmentAssignmentCreate
/** A new assignment of the employment in the path. */
export const AssignmentOfEmploymentCreate: z.core.$ZodType<
  AssignmentOfEmploymentCreate,
  AssignmentOfEmploymentCreate
> = assignmentOfEmploymentCreate
/** A merge patch (RFC 7396) of an assignment. */
export const EmploymentAssignmentUpdate: z.core.$ZodType<
  EmploymentAssignmentUpdate,
  EmploymentAssignmentUpdate
> = employmentAssignmentUpdate
/** The optional body of `start`, and of `reactivate`. */
export const AssignmentStart: z.core.$ZodType<AssignmentStart, AssignmentStart> = start
/** The optional body of `end`. */
export const AssignmentEnd: z.core.$ZodType<AssignmentEnd, AssignmentEnd> = end

/** A planned assignment can be ended without having been started. */
export const employmentAssignmentLifecycle = lifecycle({
  states: {
    planned: { column: 'status', equals: 'planned' },
    active: { column: 'status', equals: 'active' },
    ended: { column: 'status', equals: 'ended', stamp: 'ended_at' },
  },
  moves: {
    start: {
      operationId: 'startEmploymentAssignment',
      path: '/school-employment-assignments/{assignment_id}/start',
      summary: 'Start an assignment',
      description: 'The employment must be active.',
      from: ['planned'],
      to: 'active',
      stamp: 'started_at',
      sets: ['start_date'],
      body: AssignmentStart,
    },
    end: {
      operationId: 'endEmploymentAssignment',
      path: '/school-employment-assignments/{assignment_id}/end',
      summary: 'End an assignment',
      from: ['planned', 'active'],
      to: 'ended',
      sets: ['end_date', 'end_reason'],
      body: AssignmentEnd,
    },
    reactivate: {
      operationId: 'reactivateEmploymentAssignment',
      path: '/school-employment-assignments/{assignment_id}/reactivate',
      summary: 'Reactivate an assignment',
      description: 'The employment must be active.',
      from: ['ended'],
      to: 'active',
      stamp: 'reactivated_at',
      clearsLeft: true,
      sets: ['start_date', 'end_date', 'end_reason'],
      body: AssignmentStart,
    },
  },
})
