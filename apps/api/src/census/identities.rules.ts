import type { IdentityUpdate } from '@commonhold/contract'
import type { WriteContext } from '../store/context.ts'
import { assertPastDays } from '../store/days.ts'

type NameDays = Pick<IdentityUpdate, 'identity_type' | 'valid_from_date' | 'valid_to_date'>

/**
 * The days of a former name are past; those of other names may be in the future. `at` is the pointer of its members in the body.
 */
export async function assertFormerDays(
  context: WriteContext,
  { identity_type, valid_from_date, valid_to_date }: NameDays,
  at = '',
): Promise<void> {
  if (identity_type !== 'former') return
  await assertPastDays(context, {
    [`${at}valid_from_date`]: valid_from_date,
    [`${at}valid_to_date`]: valid_to_date,
  })
}
