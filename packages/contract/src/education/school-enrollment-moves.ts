import { z } from 'zod'
import { recordReference } from '../kernel/external-ids.ts'
import { lifecycle, moveMembers } from '../kernel/lifecycle.ts'
import { day, idOrKey, keyOrId, nullable } from '../kernel/schema.ts'
import { EntryType, ExitType, lateEntry } from './school-enrollment-records.ts'

const exitDate = day().optional().meta({
  description:
    'Last day, not before the first day and not in the future. Default: the day of `occurred_at`; without it, today at the school.',
})

const withdrawal = z
  .strictObject({ ...moveMembers, exit_date: exitDate, exit_type: ExitType.optional() })
  .meta({ id: 'EnrollmentWithdrawal', description: 'Circumstances of a withdrawal; all optional.' })
const graduation = z
  .strictObject({ ...moveMembers, exit_date: exitDate })
  .meta({ id: 'EnrollmentGraduation', description: 'Circumstances of a graduation; all optional.' })
const completion = z
  .strictObject({ ...moveMembers, exit_date: exitDate })
  .meta({ id: 'EnrollmentCompletion', description: 'Circumstances of a completion; all optional.' })
const transfer = z
  .strictObject({
    ...moveMembers,
    exit_date: exitDate,
    calendar_id: recordReference(
      'school_calendars',
      'the school calendar to which the person is transferred',
    ).optional(),
    grade_level_id: nullable(idOrKey('the new grade level')).optional().meta({
      description: 'Id (ULID) of the new grade level, or its key. Default: the present grade level.',
    }),
    grade_level: nullable(keyOrId('the new grade level')).optional(),
    entry_date: day().optional().meta({
      description:
        'First day of the new enrollment. Default: the last day of this enrollment, or the first day of the new school year if that is later.',
    }),
    late_entry: lateEntry(),
  })
  .meta({
    id: 'EnrollmentTransfer',
    description:
      'Circumstances of a transfer; all optional. With `calendar_id`, the person is enrolled on that calendar.',
  })
const reenrollment = z
  .strictObject({
    ...moveMembers,
    entry_date: day().optional().meta({
      description:
        'First day of the new period, not in the future. Default: the day of `occurred_at`; without it, today at the school.',
    }),
    entry_type: EntryType.optional(),
    late_entry: lateEntry(),
  })
  .meta({ id: 'EnrollmentReenrollment', description: 'Circumstances of a re-entry; all optional.' })

export interface EnrollmentWithdrawal extends z.infer<typeof withdrawal> {}
export interface EnrollmentGraduation extends z.infer<typeof graduation> {}
export interface EnrollmentCompletion extends z.infer<typeof completion> {}
export interface EnrollmentTransfer extends z.infer<typeof transfer> {}
export interface EnrollmentReenrollment extends z.infer<typeof reenrollment> {}
/** The optional body of `withdraw`. */
export const EnrollmentWithdrawal: z.core.$ZodType<EnrollmentWithdrawal, EnrollmentWithdrawal> = withdrawal
/** The optional body of `graduate`. */
export const EnrollmentGraduation: z.core.$ZodType<EnrollmentGraduation, EnrollmentGraduation> = graduation
/** The optional body of `complete`. */
export const EnrollmentCompletion: z.core.$ZodType<EnrollmentCompletion, EnrollmentCompletion> = completion
/** The optional body of `transfer`. */
export const EnrollmentTransfer: z.core.$ZodType<EnrollmentTransfer, EnrollmentTransfer> = transfer
/** The optional body of `reenroll`. */
export const EnrollmentReenrollment: z.core.$ZodType<EnrollmentReenrollment, EnrollmentReenrollment> =
  reenrollment

const exit = ['exit_date', 'exit_type', 'exit_reason', 'periods'] as const

/** A graduated enrollment is final. All other ended enrollments can be reopened. */
export const schoolEnrollmentLifecycle = lifecycle({
  states: {
    enrolled: { column: 'status', equals: 'enrolled' },
    withdrawn: { column: 'status', equals: 'withdrawn', stamp: 'withdrawn_at' },
    transferred: { column: 'status', equals: 'transferred', stamp: 'transferred_at' },
    graduated: { column: 'status', equals: 'graduated', stamp: 'graduated_at' },
    completed: { column: 'status', equals: 'completed', stamp: 'completed_at' },
  },
  moves: {
    withdraw: {
      operationId: 'withdrawSchoolEnrollment',
      path: '/school-enrollments/{school_enrollment_id}/withdraw',
      summary: 'Withdraw an enrollment',
      description:
        'Ends the open period. For a person who never came, send the exit type `no_show`. The exit types `graduated` and `completed` are refused: use the operations `graduate` and `complete`.',
      from: ['enrolled'],
      to: 'withdrawn',
      sets: exit,
      body: EnrollmentWithdrawal,
    },
    graduate: {
      operationId: 'graduateSchoolEnrollment',
      path: '/school-enrollments/{school_enrollment_id}/graduate',
      summary: 'Graduate an enrollment',
      description: 'Ends the open period. The enrollment cannot be reopened.',
      from: ['enrolled'],
      to: 'graduated',
      sets: exit,
      body: EnrollmentGraduation,
    },
    complete: {
      operationId: 'completeSchoolEnrollment',
      path: '/school-enrollments/{school_enrollment_id}/complete',
      summary: 'Complete an enrollment',
      description:
        'Ends the open period at the end of a school year, for a person who neither leaves nor graduates. The next school year needs another enrollment.',
      from: ['enrolled'],
      to: 'completed',
      sets: exit,
      body: EnrollmentCompletion,
    },
    transfer: {
      operationId: 'transferSchoolEnrollment',
      path: '/school-enrollments/{school_enrollment_id}/transfer',
      summary: 'Transfer an enrollment',
      description:
        'Ends the open period. With `calendar_id`, the person is also enrolled on that calendar, and both enrollments refer to each other.',
      from: ['enrolled'],
      to: 'transferred',
      sets: [...exit, 'is_primary', 'transferred_to_enrollment_id'],
      body: EnrollmentTransfer,
    },
    reenroll: {
      operationId: 'reenrollSchoolEnrollment',
      path: '/school-enrollments/{school_enrollment_id}/reenroll',
      summary: 'Reopen an enrollment',
      description: 'Opens another period of the enrollment.',
      from: ['withdrawn', 'transferred', 'completed'],
      to: 'enrolled',
      stamp: 'reenrolled_at',
      clearsLeft: true,
      sets: [...exit, 'entry_date', 'entry_type', 'transferred_to_enrollment_id'],
      body: EnrollmentReenrollment,
    },
  },
})
