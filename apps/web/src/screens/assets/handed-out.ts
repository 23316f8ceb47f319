import type { Asset } from '@commonhold/contract'

/** True if a person has the asset, or if some pieces of a stock are assigned. */
export const isHandedOut = ({ person_id, available_quantity, quantity }: Asset): boolean =>
  person_id !== null || available_quantity < quantity
