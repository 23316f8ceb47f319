import type { IdentityUpdate } from '@commonhold/contract'

type NameDays = Pick<IdentityUpdate, 'identity_type' | 'valid_from_date' | 'valid_to_date'>

/**
 * The days of a name that must not be ahead, by their pointers in the body, of which `at` is the beginning: those of a former
 * name. The days of other names may be in the future.
 */
export const pastDaysOf = (
  { identity_type, valid_from_date, valid_to_date }: NameDays,
  at = '',
): Readonly<Record<string, string | null | undefined>> =>
  identity_type === 'former'
    ? { [`${at}valid_from_date`]: valid_from_date, [`${at}valid_to_date`]: valid_to_date }
    : {}
