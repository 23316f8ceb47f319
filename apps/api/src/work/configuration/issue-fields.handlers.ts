import {
  type IssueFieldOption,
  type IssueFieldOptionInput,
  issueFieldReferences,
  operationGroups,
} from '@commonhold/contract'
import { newId } from '../../base/ids.ts'
import { type FieldError, invalid, problem } from '../../base/problem.ts'
import { inOrder } from '../../db/statement.ts'
import type { WriteContext } from '../../store/context.ts'
import { crudHandlers } from '../../store/handlers.ts'
import { implement } from '../../store/implement.ts'
import { idsOf } from '../../store/key-or-id.ts'
import { completeOptions } from '../fields/issue-field-options.rules.ts'
import { saveTextsWith } from '../fields/issue-texts.repository.ts'
import { type FieldRules, fieldErrors, isText } from './issue-fields.rules.ts'
import {
  addFieldOptions,
  dropFieldOptions,
  forgetFieldTypes,
  issueFieldStore,
  recordFieldTypes,
} from './issue-fields.store.ts'
import { ownKey } from './issue-keys.service.ts'
import { issueTypeStore } from './issue-types.store.ts'
import { issueTypes } from './issue-types.table.ts'
import { assertFillable, namedIn } from './issue-unfillable.service.ts'
import { assertUnused } from './issue-uses.repository.ts'

const defaults = {
  is_unique: false,
  is_searchable: false,
  default_value: null,
  options: [],
  minimum: null,
  maximum: null,
  min_length: null,
  max_length: null,
  pattern: null,
  json_schema: null,
} as const

/** The members of a system field that can be changed. Its meaning is fixed. */
const changeable: readonly string[] = ['name', 'description', 'position', 'is_active']

function assertRules(field: Omit<FieldRules, 'reference_type'>): void {
  const reference_type = issueFieldReferences.find((type) => type === field.type) ?? null
  const errors = fieldErrors({ ...field, reference_type })
  if (errors.length > 0) throw invalid(...errors)
}

/** Checks that every type of a field is visible, active and listed once. */
async function assertTypes(context: WriteContext, ids: readonly string[]): Promise<void> {
  await inOrder(ids.map((id, at) => assertType(context, ids, id, at)))
}

async function assertType({ tx }: WriteContext, ids: readonly string[], id: string, at: number) {
  const field = `/issue_type_ids/${at}`
  if (ids.indexOf(id) < at)
    throw invalid({ field, code: 'not_allowed_value', message: 'the type is in the list twice' })
  await issueTypeStore.reference(tx, field, id)
}

const keysOf = (options: readonly IssueFieldOption[] | undefined) => options?.map(({ key }) => key) ?? []

/** A body with complete options, if it has options. */
const withOptions = <B extends { readonly options?: IssueFieldOptionInput[] | undefined }>(
  { options, ...body }: B,
  before?: readonly IssueFieldOption[],
): Omit<B, 'options'> & { options?: IssueFieldOption[] } =>
  options ? { ...body, options: completeOptions(options, before) } : body

const recordOptions = ({ tx }: WriteContext, id: string, keys: readonly string[]) =>
  Promise.all([
    tx.run(dropFieldOptions, { id, keys }),
    tx.run(addFieldOptions, { id, keys, ids: keys.map(() => newId()) }),
  ])

interface ChangedRules {
  readonly type?: string
  readonly options?: readonly IssueFieldOption[]
  readonly is_unique?: boolean
}

/** Throws if stored values of the field would no longer match its type, its options or `is_unique`. */
async function assertValuesFit(
  { tx }: WriteContext,
  before: { readonly id: string; readonly type: string; readonly is_unique: boolean },
  { type = before.type, options, is_unique = before.is_unique }: ChangedRules,
): Promise<void> {
  const field_id = before.id
  if (type !== before.type)
    await assertUnused(
      tx,
      'of_field',
      { field_id },
      'Issues have values of the field, so its type cannot change. Create another field.',
    )
  if (options)
    await assertUnused(
      tx,
      'of_other_options',
      { field_id, remaining: keysOf(options) },
      'Issues have options that would be removed. Leave them in the list, and set their is_active to false.',
    )
  if (is_unique && !before.is_unique)
    await assertUnused(
      tx,
      'of_duplicates',
      { field_id },
      'Several issues have the same value. Change or remove the duplicates, and try again.',
    )
}

const recordTypes = ({ tx }: WriteContext, id: string, issue_type_ids: readonly string[]) =>
  Promise.all([tx.run(forgetFieldTypes, { id }), tx.run(recordFieldTypes, { id, issue_type_ids })])

export const issueFieldHandlers = implement(operationGroups.issueFields, {
  ...crudHandlers(operationGroups.issueFields, issueFieldStore),
  create: async ({ body: given }, context) => {
    const issue_type_ids = await idsOf(context.tx, issueTypes, 'issue_type_ids', given.issue_type_ids ?? [])
    const { type = 'text' } = given
    const body = { type, is_searchable: isText(type), ...withOptions(given), issue_type_ids }
    assertRules({ ...defaults, ...body })
    const [key] = await inOrder([
      ownKey(context, issueFieldStore, body),
      assertTypes(context, issue_type_ids),
    ])
    const id = newId()
    const [field] = await inOrder([
      issueFieldStore.insert(context, { ...body, key, path: `custom_fields.${key}` }, id),
      recordTypes(context, id, issue_type_ids),
      recordOptions(context, id, keysOf(body.options)),
    ])
    return field
  },
  update: async ({ params, body: given }, context) => {
    const before = await issueFieldStore.lock(context, params.issue_field_id)
    const issue_type_ids =
      given.issue_type_ids && (await idsOf(context.tx, issueTypes, 'issue_type_ids', given.issue_type_ids))
    // Values that are no longer texts are removed from the search index.
    const isUnsearched = given.type !== undefined && !isText(given.type)
    const body = {
      ...(isUnsearched ? { is_searchable: false } : {}),
      ...withOptions(given, before.options),
      ...(issue_type_ids ? { issue_type_ids } : {}),
    }
    if (before.is_system) assertChangeable(body)
    else assertRules({ ...before, ...body })
    await assertValuesFit(context, before, body)
    if (body.issue_type_ids) await assertTypes(context, body.issue_type_ids)
    const [field] = await inOrder([
      issueFieldStore.update(context, before, body),
      body.issue_type_ids && recordTypes(context, before.id, body.issue_type_ids),
      body.options && recordOptions(context, before.id, keysOf(body.options)),
    ])
    if (field.is_searchable !== before.is_searchable) await saveTextsWith(context.tx, field.id)
    const member = namedIn(body, ['is_required', 'default_value', 'is_active', 'issue_type_ids'])
    if (member) await assertFillable(context.tx, { field_id: field.id }, member)
    return field
  },
  delete: async ({ params }, context) => {
    const before = await issueFieldStore.lock(context, params.issue_field_id)
    if (before.is_system) throw problem('built_in_record')
    await issueFieldStore.remove(context, before.id)
    return undefined
  },
})

function assertChangeable(body: object): void {
  const errors = Object.keys(body)
    .filter((member) => !changeable.includes(member))
    .map(
      (field): FieldError => ({
        field,
        code: 'read_only',
        message: 'this member of a built-in field cannot be changed',
      }),
    )
  if (errors.length > 0) throw invalid(...errors)
}
