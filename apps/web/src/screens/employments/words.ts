import type { EmploymentAssignment, EmploymentAssignmentType, SchoolEmployment } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Tone } from '../../ui/marks.tsx'

/** The name and the tone of each status of an employment. */
export const employmentStatuses = {
  pending: { label: msg`Pending`, tone: 'waiting' },
  active: { label: msg({ message: 'Active', context: 'person' }), tone: 'good' },
  terminated: { label: msg`Terminated`, tone: 'quiet' },
  retired: { label: msg({ message: 'Retired', context: 'employment' }), tone: 'quiet' },
} as const satisfies Record<SchoolEmployment['status'], { label: MessageDescriptor; tone: Tone }>

/** The name of each employment type. */
export const employmentTypes = {
  permanent: msg`Permanent`,
  probationary: msg`On probation`,
  contract: msg`On a contract`,
  part_time: msg`Part-time`,
  substitute: msg`Substitute`,
  volunteer: msg`Volunteer`,
  agency: msg`From an agency`,
  other: msg`Other`,
} as const satisfies Record<NonNullable<SchoolEmployment['employment_type']>, MessageDescriptor>

/** The name of each separation type: who initiated the separation. */
export const separationTypes = {
  voluntary: msg`The employee`,
  involuntary: msg`The school`,
  mutual_agreement: msg`Both of them`,
  other: msg`Other`,
} as const satisfies Record<NonNullable<SchoolEmployment['separation_type']>, MessageDescriptor>

/** The name of each separation reason. */
export const separationReasons = {
  employment_elsewhere: msg`Another employer`,
  retirement: msg`Retirement`,
  layoff: msg`Layoff`,
  discharge: msg`Discharge`,
  relocation: msg`Relocation`,
  study: msg`Study`,
  illness_or_death: msg`Illness or death`,
  change_of_assignment: msg`Other work here`,
  personal: msg`Personal reasons`,
  other: msg`Other`,
  unknown: msg`Unknown`,
} as const satisfies Record<NonNullable<SchoolEmployment['separation_reason']>, MessageDescriptor>

/** The name and the tone of each status of an assignment. */
export const assignmentStatuses = {
  planned: { label: msg`Planned`, tone: 'waiting' },
  active: { label: msg({ message: 'Active', context: 'person' }), tone: 'good' },
  ended: { label: msg`Ended`, tone: 'quiet' },
} as const satisfies Record<EmploymentAssignment['status'], { label: MessageDescriptor; tone: Tone }>

/** The name of each classification of assignment types. */
export const classifications = {
  instructional: msg`Teaching`,
  support: msg`Support`,
  administration: msg`Administration`,
  specialist: msg`Specialist`,
  operations: msg`Operations`,
  other: msg`Other`,
} as const satisfies Record<EmploymentAssignmentType['classification'], MessageDescriptor>
