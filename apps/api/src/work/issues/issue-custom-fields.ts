import type { IssueFieldType } from '@commonhold/contract'
import { assetStore } from '../../assets/assets.store.ts'
import { type FieldError, problem } from '../../base/problem.ts'
import { personStore } from '../../census/persons.store.ts'
import { configurationItemStore } from '../../cmdb/configuration-items.store.ts'
import type { Reader } from '../../db/statement.ts'
import type { Transaction } from '../../db/transaction.ts'
import { locationStore } from '../../locations/locations.store.ts'
import type { WriteContext } from '../../store/context.ts'
import type { Referable } from '../../store/references.ts'
import { groupReferences } from '../../system/groups.store.ts'
import { memberReferences } from '../../system/members.ts'
import { customFieldsOf, type FieldView, uniqueAmong } from '../configuration/issue-fields.repository.ts'
import { checkFieldValue } from '../fields/custom-fields.rules.ts'
import { unusableErrors } from './issue-references.ts'
import { isTaken, replaceFieldValues } from './issue-values.repository.ts'
import { issueStore } from './issues.store.ts'

type Values = Readonly<Record<string, unknown>>

/** A field that got another value. */
interface Written {
  readonly field: FieldView
  readonly value: unknown
}

/** What comes of custom fields in a body. */
export interface CustomValues {
  /** All values of the issue, by key. */
  readonly values: Record<string, unknown>
  readonly stored: readonly Written[]
  readonly errors: readonly FieldError[]
}

/** The types by which the fields of an issue are chosen. */
interface TypeChange {
  readonly typeId: string
  /** The type before the change; null where the issue is new. */
  readonly formerTypeId: string | null
}

const hasField = ({ issue_type_ids }: FieldView, typeId: string) =>
  issue_type_ids.length === 0 || issue_type_ids.includes(typeId)

/**
 * The custom fields of an issue after a body. Each is checked against its definition, and null is no value. An issue that
 * becomes one of a type gets the defaults of fields that it did not have, and needs what the type requires. Values of
 * fields that its type does not have stay, and can only be cleared. `definitions` are the fields where they are read already.
 */
export async function customValues(
  { tx }: WriteContext,
  { typeId, formerTypeId }: TypeChange,
  given: Values | undefined,
  before: Values,
  definitions?: Promise<readonly FieldView[]>,
): Promise<CustomValues> {
  const isEntered = typeId !== formerTypeId
  if (given === undefined && !isEntered) return { values: { ...before }, stored: [], errors: [] }
  const all = await (definitions ?? customFieldsOf(tx))
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
    errors.push(...(await nameErrors(tx, field, pointer, checked.value, before[key])))
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

/** The records that values of custom fields name, by the type of the field. */
const named: Partial<Record<IssueFieldType, Referable>> = {
  user: memberReferences,
  group: groupReferences,
  person: personStore,
  asset: assetStore,
  configuration_item: configurationItemStore,
  location: locationStore,
  issue: issueStore,
}

/** Those of the ids whose records the caller can see; undefined where values of the type name none. */
export const seenReferences = async (reader: Reader, type: IssueFieldType, ids: readonly string[]) =>
  named[type]?.seenIds(reader, ids)

/** Records that a value names, one or several, must be referable and in use; those that it named before may stay. */
export async function nameErrors(
  tx: Transaction,
  { type }: Pick<FieldView, 'type'>,
  pointer: string,
  value: unknown,
  before: unknown = null,
): Promise<FieldError[]> {
  const store = named[type]
  const kept = [before].flat()
  const naming = [value]
    .flat()
    .flatMap((id, at) =>
      typeof id === 'string' && !kept.includes(id)
        ? [{ field: Array.isArray(value) ? `${pointer}/${at}` : pointer, id }]
        : [],
    )
  return store ? unusableErrors(tx, store, naming) : []
}

/** A value of a unique field belongs to one issue. Writes of such values wait for each other. */
export async function assertUnique(
  tx: Transaction,
  written: readonly Written[],
  issueId = '',
): Promise<void> {
  const given = written.filter(({ value }) => value !== null)
  const unique = await uniqueAmong(
    tx,
    given.map(({ field }) => field),
  )
  for (const { field, value } of given) {
    if (!unique.has(field.id)) continue
    if (await isTaken(tx, field, value, issueId))
      throw problem(
        'already_exists',
        { field: `custom_fields.${field.key}` },
        `Another issue has the same ${field.name}. Use that issue or choose another value.`,
      )
  }
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
