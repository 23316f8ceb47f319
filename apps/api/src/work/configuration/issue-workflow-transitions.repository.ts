import { sql } from 'drizzle-orm'
import { type Key, keyFromName } from '../../base/stems.ts'
import { sqlStatement } from '../../db/statement.ts'
import type { Transaction } from '../../db/transaction.ts'
import { visible } from '../projects/visibility.repository.ts'

const keysLeaving = sqlStatement<Key>(sql`
  select key from issue_workflow_transitions
   where ${visible('issue_workflow_transitions')} and workflow_id = ${sql.placeholder('workflow_id')}
     and from_status_id is not distinct from ${sql.placeholder('from_status_id')}`)

/** The members of a transition from which its key is made. */
interface Move {
  readonly workflow_id: string
  readonly from_status_id?: string | null | undefined
  readonly name: string
}

/** A key made from the name of a transition, unique among transitions from the same status. The workflow must be locked. */
export function keyOfMove(tx: Transaction, move: Move): Promise<string> {
  const { workflow_id, from_status_id = null } = move
  return keyFromName(move.name, 'move', () => tx.run(keysLeaving, { workflow_id, from_status_id }))
}
