import type { Can } from './can.ts'
import type { FormField } from './form-field.tsx'

/**
 * Without the fields that name records which one may not read: what they hold stays as it is. One that must be filled
 * in remains, so that the form says what is missing.
 */
export const askableFields = (fields: readonly FormField[], can: Can): readonly FormField[] =>
  fields.filter((field) => field.isRequired || isAskable(field, can))

/** False where a field must be filled in and names records that one may not read. */
export const canFillIn = (fields: readonly FormField[], can: Can): boolean =>
  fields.every((field) => !field.isRequired || isAskable(field, can))

function isAskable(field: FormField, can: Can): boolean {
  if (field.kind !== 'record' && field.kind !== 'records') return true
  return field.of.permission === undefined || can(field.of.permission, 'anywhere')
}
