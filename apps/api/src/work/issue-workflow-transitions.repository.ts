import { sql } from 'drizzle-orm'
import { sqlStatement } from '../kernel/statement.ts'
import { type Key, keyFromName } from '../kernel/stems.ts'
import type { Transaction } from '../kernel/transaction.ts'
import { visible } from './visibility.ts'

const keysLeaving = sqlStatement<Key>(sql`
  select key from issue_workflow_transitions
   where ${visible('issue_workflow_transitions')} and workflow_id = ${sql.placeholder('workflow_id')}
     and from_status_id is not distinct from ${sql.placeholder('from_status_id')}`)

/** A move that has no key yet. */
interface Move {
  readonly workflow_id: string
  readonly from_status_id?: string | null | undefined
  readonly name: string
}

/** A key made from the name of a move that no other has which leaves the same status; the workflow is locked. */
export function keyOfMove(tx: Transaction, move: Move): Promise<string> {
  const { workflow_id, from_status_id = null } = move
  return keyFromName(move.name, 'move', () => tx.run(keysLeaving, { workflow_id, from_status_id }))
}
