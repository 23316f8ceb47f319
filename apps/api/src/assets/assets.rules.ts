import type { TrackingType } from '@commonhold/contract'
import { type FieldError, invalid } from '../base/problem.ts'

/** The members that the rules on serial number and quantity check. */
export interface TrackedMembers {
  readonly serial_number: string | null
  readonly quantity: number
}

/** The error of a quantity other than 1 for a serialized asset. */
export const quantityMustBeOne = (): FieldError => ({
  field: 'quantity',
  code: 'quantity_must_be_one',
  message: 'the quantity of a serialized asset is 1',
})

/**
 * A serialized asset requires a serial number and the quantity 1; a countable one must not have a serial number. Throws all
 * errors together.
 */
export function assertTracking(
  trackingType: TrackingType,
  { serial_number, quantity }: TrackedMembers,
): void {
  const errors: FieldError[] = []
  if (trackingType === 'serialized') {
    if (serial_number === null)
      errors.push({
        field: 'serial_number',
        code: 'serial_number_required',
        message: 'assets of a serialized model need a serial number',
      })
    if (quantity !== 1) errors.push(quantityMustBeOne())
  } else if (serial_number !== null) {
    errors.push({
      field: 'serial_number',
      code: 'serial_number_not_allowed',
      message: 'assets of a countable model have no serial number',
    })
  }
  if (errors.length > 0) throw invalid(...errors)
}
