import type { WriteContext } from '../kernel/context.ts'
import type { Fault } from '../kernel/problem.ts'
import type { Transaction } from '../kernel/transaction.ts'
import { checkFieldValue } from './custom-fields.rules.ts'
import { customFieldsOf, type FieldView } from './issue-fields.repository.ts'
import { replaceFieldValues } from './issue-parts.repository.ts'

type Values = Readonly<Record<string, unknown>>

/** A field that got another value. */
interface Written {
  readonly field: FieldView
  readonly value: unknown
}

/** What comes of custom fields in a body. */
interface CustomValues {
  /** All values of the issue, by key. */
  readonly values: Record<string, unknown>
  readonly stored: readonly Written[]
  readonly faults: readonly Fault[]
}

/** The custom fields of an issue after a body: each held against its definition, null taken as no value. */
export async function customValues(
  { tx }: WriteContext,
  typeId: string,
  given: Values | undefined,
  before: Values,
  isNew: boolean,
): Promise<CustomValues> {
  if (given === undefined && !isNew) return { values: { ...before }, stored: [], faults: [] }
  const fields = (await customFieldsOf(tx)).filter(
    ({ issue_type_ids }) => issue_type_ids.length === 0 || issue_type_ids.includes(typeId),
  )
  const body = isNew ? { ...defaultsOf(fields), ...given } : (given ?? {})
  const values: Record<string, unknown> = { ...before }
  const stored: Written[] = []
  const faults: Fault[] = []
  for (const [key, value] of Object.entries(body)) {
    const field = fields.find((one) => one.key === key && (one.is_active || value === null))
    const pointer = `/custom_fields/${key}`
    if (!field) {
      faults.push({
        field: pointer,
        code: 'unknown_field',
        message: 'issues of this type have no such field',
      })
      continue
    }
    const checked = checkFieldValue(field, value, before[key])
    faults.push(...checked.problems.map((one) => ({ ...one, field: pointer + one.pointer })))
    if (checked.problems.length > 0) continue
    if (checked.value === null) delete values[key]
    else values[key] = checked.value
    stored.push({ field, value: checked.value })
  }
  const missing = fields.filter(
    ({ is_required, is_active, key }) =>
      is_required && is_active && values[key] === undefined && (isNew || key in body),
  )
  faults.push(
    ...missing.map(
      ({ key }): Fault => ({
        field: `/custom_fields/${key}`,
        code: 'required',
        message: 'issues of this type need a value',
      }),
    ),
  )
  return { values, stored, faults }
}

const defaultsOf = (fields: readonly FieldView[]): Values =>
  Object.fromEntries(
    fields
      .filter(({ is_active, default_value }) => is_active && default_value !== null)
      .map(({ key, default_value }) => [key, default_value]),
  )

/** Keeps the values of custom fields where lists find them. */
export const saveFieldValues = (tx: Transaction, issueId: string, written: readonly Written[]) =>
  Promise.all(
    written.map(({ field, value }) =>
      replaceFieldValues(
        tx,
        issueId,
        field.id,
        field.type,
        [value].flat().filter((one) => one !== null),
      ),
    ),
  )
