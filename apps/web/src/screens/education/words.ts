import type { SchoolEnrollment } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Tone } from '../../ui/marks.tsx'

/** The name and the tone of each status of an enrollment. */
export const enrollmentStatuses = {
  enrolled: { label: msg`Enrolled`, tone: 'good' },
  withdrawn: { label: msg`Withdrawn`, tone: 'quiet' },
  transferred: { label: msg`Transferred`, tone: 'waiting' },
  graduated: { label: msg`Graduated`, tone: 'quiet' },
  completed: { label: msg`Completed`, tone: 'quiet' },
} as const satisfies Record<SchoolEnrollment['status'], { label: MessageDescriptor; tone: Tone }>

/** The name of each type of entry. */
export const entryTypes = {
  new: msg`New`,
  transfer: msg`By a transfer`,
  re_entry: msg`Came back`,
  next_year: msg`From the year before`,
  other: msg`Other`,
} as const satisfies Record<SchoolEnrollment['entry_type'], MessageDescriptor>

/** The name of each type of exit. */
export const exitTypes = {
  withdrawn: msg`Withdrawn`,
  transferred: msg`Transferred`,
  graduated: msg`Graduated`,
  completed: msg`Completed`,
  dropout: msg`Dropped out`,
  expelled: msg`Expelled`,
  no_show: msg`Never came`,
  moved: msg`Moved away`,
  deceased: msg`Died`,
  other: msg`Other`,
} as const satisfies Record<NonNullable<SchoolEnrollment['exit_type']>, MessageDescriptor>

/** The exit types that `withdraw` accepts. The other exit types have separate moves. */
export const withdrawalTypes = [
  'withdrawn',
  'dropout',
  'expelled',
  'no_show',
  'moved',
  'deceased',
  'other',
] as const
