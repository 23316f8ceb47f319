import { contract } from '@commonhold/contract'
import { crudHandlers } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { type Fault, invalid, problem } from '../kernel/problem.ts'
import { checkFieldValue, type FieldDefinition } from './custom-fields.rules.ts'
import { issueFieldStore } from './issue-fields.store.ts'
import { issueScreenFieldStore } from './issue-screen-fields.store.ts'
import { issueScreenStore } from './issue-screens.store.ts'

interface Placed {
  readonly is_required?: boolean | undefined
  readonly is_read_only?: boolean | undefined
  readonly is_hidden?: boolean | undefined
  readonly default_value?: unknown
}

/** What must have a value can be written, and what it has by default is a value of the field. */
function assertPlaced(field: FieldDefinition & { readonly is_system: boolean }, placed: Placed): void {
  const faults: Fault[] = []
  if (placed.is_required && (placed.is_read_only || placed.is_hidden))
    faults.push({
      field: 'is_required',
      code: 'not_allowed_value',
      message: 'a field that cannot be written cannot be required',
    })
  // Values of system fields are checked with the issue that gets them.
  const { problems } = field.is_system
    ? { problems: [] }
    : checkFieldValue(field, placed.default_value ?? null)
  for (const { pointer, ...problem } of problems)
    faults.push({ field: `/default_value${pointer}`, ...problem })
  if (faults.length > 0) throw invalid(...faults)
}

export const issueScreenFieldHandlers = implement(contract.issueScreenFields, {
  ...crudHandlers(contract.issueScreenFields, issueScreenFieldStore),
  create: async ({ body }, context) => {
    await issueScreenStore.reference(context.tx, 'screen_id', body.screen_id)
    if (!(await context.tx.first(issueScreenStore.lockStatement(), { id: body.screen_id })))
      throw problem('read_only_shared_record')
    assertPlaced(await issueFieldStore.reference(context.tx, 'field_id', body.field_id), body)
    return issueScreenFieldStore.insert(context, body)
  },
  update: async ({ params, body }, context) => {
    const before = await issueScreenFieldStore.lock(context, params.issue_screen_field_id)
    assertPlaced(await issueFieldStore.get(context.tx, before.field_id), { ...before, ...body })
    return issueScreenFieldStore.update(context, before, body)
  },
})
