import type { IssueConfigurationCloneInput } from '@commonhold/contract'
import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { WriteContext } from '../../store/context.ts'
import type { Store } from '../../store/store.ts'
import { copyName } from './issue-copies.rules.ts'
import { ownKey } from './issue-keys.service.ts'

/** Key and name of a copy: those in the body; by default a name made from the original's, and a key made from the name. */
export async function namesOfCopy<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  context: WriteContext,
  store: Store<T, D>,
  source: { readonly name: string },
  given: IssueConfigurationCloneInput = {},
): Promise<{ readonly key: string; readonly name: string }> {
  const name = given.name ?? copyName(source.name)
  return { key: await ownKey(context, store, { key: given.key, name }), name }
}
