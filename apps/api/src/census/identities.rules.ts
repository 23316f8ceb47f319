import type { IdentityUpdate } from '@commonhold/contract'

type NameDays = Pick<IdentityUpdate, 'identity_type' | 'valid_from_date' | 'valid_to_date'>

/**
 * The days of a former name, which must not be in the future, by their pointers in the body. `at` is the prefix of the pointers.
 * Empty for other names, whose days may be in the future.
 */
export const pastDaysOf = (
  { identity_type, valid_from_date, valid_to_date }: NameDays,
  at = '',
): Readonly<Record<string, string | null | undefined>> =>
  identity_type === 'former'
    ? { [`${at}valid_from_date`]: valid_from_date, [`${at}valid_to_date`]: valid_to_date }
    : {}
