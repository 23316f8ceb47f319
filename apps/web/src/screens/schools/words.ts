import type { School } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The name of each school category. */
export const schoolCategories = {
  preschool: msg`Preschool`,
  primary: msg`Primary`,
  middle: msg`Middle`,
  secondary: msg`Secondary`,
  adult: msg`Adult education`,
  combined: msg`Several of them`,
  other: msg`Other`,
} as const satisfies Record<NonNullable<School['category']>, MessageDescriptor>
