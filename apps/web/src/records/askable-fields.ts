import type { Can } from './can.ts'
import type { FormField } from './form-field.tsx'

/**
 * Removes the fields that refer to records which the user may not read; their values stay unchanged. Required fields remain, so
 * that the form shows what is missing.
 */
export const askableFields = (fields: readonly FormField[], can: Can): readonly FormField[] =>
  fields.filter((field) => field.isRequired || isAskable(field, can))

/** False if a required field refers to records which the user may not read. */
export const canFillIn = (fields: readonly FormField[], can: Can): boolean =>
  fields.every((field) => !field.isRequired || isAskable(field, can))

function isAskable(field: FormField, can: Can): boolean {
  if (field.kind !== 'record' && field.kind !== 'records') return true
  return field.of.permission === undefined || can(field.of.permission, 'anywhere')
}
