import type { IssueFieldType } from '@commonhold/contract'
import { assetStore } from '../../assets/assets.store.ts'
import { type FieldError, problem } from '../../base/problem.ts'
import { personStore } from '../../census/persons.store.ts'
import { configurationItemStore } from '../../cmdb/configuration-items.store.ts'
import type { Reader } from '../../db/statement.ts'
import type { Transaction } from '../../db/transaction.ts'
import { locationStore } from '../../locations/locations.store.ts'
import type { Referable } from '../../store/references.ts'
import { groupReferences } from '../../system/groups.store.ts'
import { memberReferences } from '../../system/member-references.repository.ts'
import { type FieldView, uniqueAmong } from '../configuration/issue-fields.repository.ts'
import type { Written } from './issue-custom-values.rules.ts'
import { unusableErrors } from './issue-references.service.ts'
import { isUsed, replaceFieldValues } from './issue-values.repository.ts'
import { issueStore } from './issues.store.ts'

/** The stores of the records that values of custom fields name, by the type of the field. */
const named: Partial<Record<IssueFieldType, Referable>> = {
  user: memberReferences,
  group: groupReferences,
  person: personStore,
  asset: assetStore,
  configuration_item: configurationItemStore,
  location: locationStore,
  issue: issueStore,
}

/** The ids of records that the caller can see; undefined if values of the type do not name records. */
export const seenReferences = async (reader: Reader, type: IssueFieldType, ids: readonly string[]) =>
  named[type]?.visibleIds(reader, ids)

/** The errors of records that a value names: they must be visible and in use. Records in `before` are not checked. */
export async function nameErrors(
  tx: Transaction,
  { type }: Pick<FieldView, 'type'>,
  pointer: string,
  value: unknown,
  before: unknown = null,
): Promise<FieldError[]> {
  const store = named[type]
  const former = [before].flat()
  const naming = [value]
    .flat()
    .flatMap((id, at) =>
      typeof id === 'string' && !former.includes(id)
        ? [{ field: Array.isArray(value) ? `${pointer}/${at}` : pointer, id }]
        : [],
    )
  return store ? unusableErrors(tx, store, naming) : []
}

/** The errors of records that new values of custom fields name. `before` contains the former values by key. */
export async function customNameErrors(
  tx: Transaction,
  written: readonly Written[],
  before: Readonly<Record<string, unknown>>,
): Promise<FieldError[]> {
  const found = await Promise.all(
    written.map(({ field, value }) =>
      nameErrors(tx, field, `/custom_fields/${field.key}`, value, before[field.key]),
    ),
  )
  return found.flat()
}

/** Throws if another issue has the same value of a unique field. Concurrent writes of values of unique fields wait. */
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
    if (await isUsed(tx, field, value, issueId))
      throw problem(
        'already_exists',
        { field: `custom_fields.${field.key}` },
        `Another issue has the same ${field.name}. Use that issue or choose another value.`,
      )
  }
}

/** Stores the values of custom fields in `issue_field_values`, which filters of lists read. */
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
