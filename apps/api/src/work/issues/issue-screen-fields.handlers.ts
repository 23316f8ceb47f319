import { type IssueField, type IssueScreenField, operationGroups } from '@commonhold/contract'
import { type FieldError, invalid } from '../../base/problem.ts'
import type { WriteContext } from '../../store/context.ts'
import { crudHandlers } from '../../store/handlers.ts'
import { implement } from '../../store/implement.ts'
import { assertNamed, withIds } from '../../store/key-or-id.ts'
import { type ConfiguredField, undefaultable } from '../configuration/issue-configured-values.rules.ts'
import { issueFieldStore } from '../configuration/issue-fields.store.ts'
import { issueFields } from '../configuration/issue-fields.table.ts'
import { hasValue } from '../configuration/issue-lifecycle.rules.ts'
import { issueScreenFieldStore } from '../configuration/issue-screen-fields.store.ts'
import { issueScreenStore } from '../configuration/issue-screens.store.ts'
import { issueScreens } from '../configuration/issue-screens.table.ts'
import { assertFillable, namedIn } from '../configuration/issue-unfillable.service.ts'
import { configuredValue } from './issue-configured-values.service.ts'

/** The references of a field on a screen, by key or id. */
const named = { screen: issueScreens, field: issueFields }

interface Placed {
  readonly default_value?: unknown
  readonly is_required?: boolean | undefined
  readonly is_read_only?: boolean | undefined
  readonly is_hidden?: boolean | undefined
}

/** The error of a field that is required, cannot be written, and has a default neither on the screen nor of its own. */
const placedErrors = (
  { is_required, is_read_only, is_hidden, default_value }: Placed,
  field: Pick<IssueField, 'is_system' | 'default_value'>,
): FieldError[] =>
  is_required &&
  (is_read_only || is_hidden) &&
  !hasValue(default_value) &&
  (field.is_system || !hasValue(field.default_value))
    ? [
        {
          field: 'is_required',
          code: 'not_allowed_value',
          message:
            'a required field that is hidden or read-only needs a default; send default_value, too, or is_required: false',
        },
      ]
    : []

/** The default in its stored form, and its errors. The value is undefined if the body does not contain it. */
async function defaultOf(context: WriteContext, field: ConfiguredField, given: unknown) {
  if (given === undefined || given === null) return { value: given, errors: [] }
  const message = undefaultable[field.path]
  if (message === undefined) return configuredValue(context, field, given, '/default_value')
  return { value: given, errors: [{ field: 'default_value', code: 'read_only', message } as const] }
}

/** Throws if issues can no longer be created or moved because of the settings of the field. */
async function assertStillFillable(
  { tx }: WriteContext,
  { screen_id, field_id }: Pick<IssueScreenField, 'screen_id' | 'field_id'>,
  body: object,
): Promise<void> {
  const member = namedIn(body, ['is_hidden', 'is_read_only', 'is_required', 'default_value'])
  if (member) await assertFillable(tx, { screen_id, field_id }, member)
}

export const issueScreenFieldHandlers = implement(operationGroups.issueScreenFields, {
  ...crudHandlers(operationGroups.issueScreenFields, issueScreenFieldStore),
  create: async ({ body: given }, context) => {
    const body = await withIds(context.tx, given, named)
    assertNamed(body, 'screen_id', 'field_id')
    await issueScreenStore.lockNamed(context.tx, 'screen_id', body.screen_id)
    const field = await issueFieldStore.reference(context.tx, 'field_id', body.field_id)
    const { value, errors } = await defaultOf(context, field, body.default_value)
    const all = [...placedErrors(body, field), ...errors]
    if (all.length > 0) throw invalid(...all)
    const placed = await issueScreenFieldStore.insert(context, { ...body, default_value: value })
    await assertStillFillable(context, placed, body)
    return placed
  },
  update: async ({ params, body }, context) => {
    const before = await issueScreenFieldStore.lock(context, params.issue_screen_field_id)
    const field = await issueFieldStore.get(context.tx, before.field_id)
    const { value, errors } = await defaultOf(context, field, body.default_value)
    const all = [...placedErrors({ ...before, ...body }, field), ...errors]
    if (all.length > 0) throw invalid(...all)
    const placed = await issueScreenFieldStore.update(context, before, { ...body, default_value: value })
    await assertStillFillable(context, placed, body)
    return placed
  },
})
