import type { IssueConfigurationCloneInput } from '@commonhold/contract'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from '../kernel/transaction.ts'
import { takeTurn } from '../kernel/turns.ts'
import { keysBeginning } from './issue-copies.repository.ts'
import { copyKey, copyKeyStart, copyName } from './issue-copies.rules.ts'
import { assertNotSharedKey } from './issue-keys.repository.ts'

/** What a copy is told apart by. */
interface Named {
  readonly key: string
  readonly name: string
}

/** What a copy is called: what the body says, or what is made from the other's key and name. */
export async function namesOfCopy(
  tx: Transaction,
  table: PgTable,
  kind: 'issue_workflows' | 'issue_screens',
  source: Named,
  given: IssueConfigurationCloneInput = {},
): Promise<Named> {
  await takeTurn(tx, `${kind} copies`)
  const key = given.key ?? copyKey(source.key, await keysBeginning(tx, kind, copyKeyStart(source.key)))
  await assertNotSharedKey(tx, table, key)
  return { key, name: given.name ?? copyName(source.name) }
}
