import type { IssueConfigurationCloneInput } from '@commonhold/contract'
import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { WriteContext } from '../../store/context.ts'
import type { Store } from '../../store/store.ts'
import { copyName } from './issue-copies.rules.ts'
import { ownKey } from './issue-keys.service.ts'

/** The key and the name of a copy. By default the name is made from the name of the original, and the key from the new name. */
export async function namesOfCopy<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  context: WriteContext,
  store: Store<T, D>,
  source: { readonly name: string },
  given: IssueConfigurationCloneInput = {},
): Promise<{ readonly key: string; readonly name: string }> {
  const name = given.name ?? copyName(source.name)
  return { key: await ownKey(context, store, { key: given.key, name }), name }
}
