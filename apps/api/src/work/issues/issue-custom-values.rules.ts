import type { FieldError } from '../../base/problem.ts'
import type { FieldView } from '../configuration/issue-fields.repository.ts'
import { checkFieldValue } from '../fields/custom-fields.rules.ts'

type Values = Readonly<Record<string, unknown>>

/** A field with its new value; null if the value is removed. */
export interface Written {
  readonly field: FieldView
  readonly value: unknown
}

/** The custom fields of an issue after a body is applied. */
export interface CustomValues {
  /** All values of the issue, by key. */
  readonly values: Record<string, unknown>
  readonly stored: readonly Written[]
  readonly errors: readonly FieldError[]
}

/** The types that determine which fields an issue has. */
interface TypeChange {
  readonly typeId: string
  /** The type before the change; null for a new issue. */
  readonly formerTypeId: string | null
}

const hasField = ({ issue_type_ids }: FieldView, typeId: string) =>
  issue_type_ids.length === 0 || issue_type_ids.includes(typeId)

/**
 * Applies a body to the custom fields of an issue. Each value is checked against the definition of its field; null removes a
 * value. A new issue, or an issue that gets another type, gets the defaults of fields that it did not have, and must have the
 * fields that the type requires. Values of fields that the type does not have stay, and can only be removed. `all` are the
 * fields of every type. `customNameErrors` checks the records that values name.
 */
export function customValues(
  all: readonly FieldView[],
  { typeId, formerTypeId }: TypeChange,
  given: Values | undefined,
  before: Values,
): CustomValues {
  const isEntered = typeId !== formerTypeId
  if (given === undefined && !isEntered) return { values: { ...before }, stored: [], errors: [] }
  const fields = all.filter((field) => hasField(field, typeId))
  const entered = isEntered
    ? fields.filter(
        (field) => before[field.key] === undefined && !(formerTypeId && hasField(field, formerTypeId)),
      )
    : []
  const body = { ...defaultsOf(entered), ...given }
  const values: Record<string, unknown> = { ...before }
  const stored: Written[] = []
  const errors: FieldError[] = []
  for (const [key, value] of Object.entries(body)) {
    const isCleared = value === null && before[key] !== undefined
    const field = (isCleared ? all : fields).find(
      (one) => one.key === key && (one.is_active || value === null),
    )
    const pointer = `/custom_fields/${key}`
    if (!field) {
      errors.push({
        field: pointer,
        code: 'unknown_field',
        message: 'issues of this type have no such field',
      })
      continue
    }
    const checked = checkFieldValue(field, value, before[key])
    errors.push(
      ...checked.problems.map(({ pointer: within, ...one }) => ({ ...one, field: pointer + within })),
    )
    if (checked.problems.length > 0) continue
    if (checked.value === null) delete values[key]
    else values[key] = checked.value
    stored.push({ field, value: checked.value })
  }
  const missing = fields.filter(
    ({ is_required, is_active, key }) =>
      is_required && is_active && values[key] === undefined && (isEntered || key in body),
  )
  errors.push(
    ...missing.map(
      ({ key }): FieldError => ({
        field: `/custom_fields/${key}`,
        code: 'required',
        message: 'issues of this type need a value',
      }),
    ),
  )
  return { values, stored, errors }
}

const defaultsOf = (fields: readonly FieldView[]): Values =>
  Object.fromEntries(
    fields
      .filter(({ is_active, default_value }) => is_active && default_value !== null)
      .map(({ key, default_value }) => [key, default_value]),
  )
