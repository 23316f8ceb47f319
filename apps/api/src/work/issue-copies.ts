import type { IssueConfigurationCloneInput } from '@commonhold/contract'
import type { PgTable } from 'drizzle-orm/pg-core'
import { freeKey } from '../kernel/new-key.ts'
import type { Transaction } from '../kernel/transaction.ts'
import { copyKeyStem, copyName } from './issue-copies.rules.ts'
import { assertNotSharedKey } from './issue-keys.repository.ts'

/** The names of a copy, for programs and for people. */
interface Named {
  readonly key: string
  readonly name: string
}

/** What a copy is called: what the body says, or what is made from the other's key and name. */
export async function namesOfCopy(
  tx: Transaction,
  table: PgTable,
  source: Named,
  given: IssueConfigurationCloneInput = {},
): Promise<Named> {
  const { key = await freeKey(tx, table, copyKeyStem(source.key)), name = copyName(source.name) } = given
  if (given.key !== undefined) await assertNotSharedKey(tx, table, key)
  return { key, name }
}
