import type { IssueConfigurationCloneInput } from '@commonhold/contract'
import type { WriteContext } from '../../store/context.ts'
import { activeIds, partsOf } from './issue-copies.repository.ts'
import { copied } from './issue-copies.rules.ts'
import { namesOfCopy } from './issue-copies.service.ts'
import { issueScreenFieldStore } from './issue-screen-fields.store.ts'
import { issueScreenStore } from './issue-screens.store.ts'

/** Creates a screen of the tenant with the active fields of another screen. */
export async function copyScreen(context: WriteContext, id: string, given?: IssueConfigurationCloneInput) {
  const { tx } = context
  const source = await issueScreenStore.get(tx, id)
  const names = await namesOfCopy(context, issueScreenStore, source, given)
  const screen = await issueScreenStore.insert(context, {
    ...names,
    description: source.description,
    tenant_id: given?.tenant_id,
  })
  const active = await activeIds(tx, 'fields')
  for (const row of await partsOf(tx, issueScreenFieldStore, 'screen_id', id)) {
    if (!active.has(row.field_id)) continue
    await issueScreenFieldStore.insert(context, { ...copied(row, []), screen_id: screen.id })
  }
  return screen
}
