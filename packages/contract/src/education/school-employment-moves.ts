import { z } from 'zod'
import { lifecycle, moveMembers } from '../kernel/lifecycle.ts'
import { day } from '../kernel/schema.ts'
import { SeparationReason, SeparationType } from './school-employment-records.ts'

const hireDate = day().optional().meta({
  description:
    'First day, not after today or a future `offer_date`. Default: a future `offer_date`; otherwise the day of `occurred_at`; otherwise today at the school.',
})
const endDate = day().optional().meta({
  description:
    'Last day, not before the first day and not in the future. Default: the day of `occurred_at`; without it, today at the school.',
})

const hire = z
  .strictObject({ ...moveMembers, hire_date: hireDate })
  .meta({ id: 'EmploymentHire', description: 'Circumstances of a hire; all optional.' })
const termination = z
  .strictObject({
    ...moveMembers,
    end_date: endDate,
    separation_type: SeparationType.optional(),
    separation_reason: SeparationReason.optional(),
  })
  .meta({ id: 'EmploymentTermination', description: 'Circumstances of a termination; all optional.' })
const retirement = z
  .strictObject({ ...moveMembers, end_date: endDate, separation_type: SeparationType.optional() })
  .meta({ id: 'EmploymentRetirement', description: 'Circumstances of a retirement; all optional.' })

export interface EmploymentHire extends z.infer<typeof hire> {}
export interface EmploymentTermination extends z.infer<typeof termination> {}
export interface EmploymentRetirement extends z.infer<typeof retirement> {}
/** The optional body of `hire` and of `reactivate`. */
export const EmploymentHire: z.core.$ZodType<EmploymentHire, EmploymentHire> = hire
/** The optional body of `terminate`. */
export const EmploymentTermination: z.core.$ZodType<EmploymentTermination, EmploymentTermination> =
  termination
/** The optional body of `retire`. */
export const EmploymentRetirement: z.core.$ZodType<EmploymentRetirement, EmploymentRetirement> = retirement

const separation = ['end_date', 'separation_type', 'separation_reason', 'periods'] as const

/** A terminated or retired employment can be reactivated. */
export const schoolEmploymentLifecycle = lifecycle({
  states: {
    pending: { column: 'status', equals: 'pending' },
    active: { column: 'status', equals: 'active' },
    terminated: { column: 'status', equals: 'terminated', stamp: 'terminated_at' },
    retired: { column: 'status', equals: 'retired', stamp: 'retired_at' },
  },
  moves: {
    hire: {
      operationId: 'hireSchoolEmployment',
      path: '/school-employments/{school_employment_id}/hire',
      summary: 'Hire the person of an employment',
      from: ['pending'],
      to: 'active',
      stamp: 'hired_at',
      sets: ['hire_date', 'periods'],
      body: EmploymentHire,
    },
    terminate: {
      operationId: 'terminateSchoolEmployment',
      path: '/school-employments/{school_employment_id}/terminate',
      summary: 'Terminate an employment',
      description: 'Ends the open period of the employment, and its open assignments on the same day.',
      from: ['pending', 'active'],
      to: 'terminated',
      sets: separation,
      body: EmploymentTermination,
    },
    retire: {
      operationId: 'retireSchoolEmployment',
      path: '/school-employments/{school_employment_id}/retire',
      summary: 'Retire the person of an employment',
      description: 'Ends the open period of the employment, and its open assignments on the same day.',
      from: ['active'],
      to: 'retired',
      sets: separation,
      body: EmploymentRetirement,
    },
    reactivate: {
      operationId: 'reactivateSchoolEmployment',
      path: '/school-employments/{school_employment_id}/reactivate',
      summary: 'Reactivate an employment',
      description: 'Opens another period of the employment. Its assignments stay ended.',
      from: ['terminated', 'retired'],
      to: 'active',
      stamp: 'reactivated_at',
      clearsLeft: true,
      sets: ['hire_date', ...separation],
      body: EmploymentHire,
    },
  },
})
