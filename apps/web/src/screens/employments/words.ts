import type { SchoolEmployment } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Tone } from '../../ui/marks.tsx'

/** Where an employment stands, in words and as it is drawn. */
export const employmentStatuses = {
  pending: { label: msg`Pending`, tone: 'waiting' },
  active: { label: msg`Active`, tone: 'good' },
  terminated: { label: msg`Ended`, tone: 'quiet' },
  retired: { label: msg({ message: 'Retired', context: 'employment' }), tone: 'quiet' },
} as const satisfies Record<SchoolEmployment['status'], { label: MessageDescriptor; tone: Tone }>
