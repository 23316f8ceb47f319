import { sql } from 'drizzle-orm'
import type { ConnectionPool } from '../db/connection-pool.ts'
import { sqlStatement } from '../db/statement.ts'
import { transact } from './service.ts'

const touch = sqlStatement<unknown>(
  sql`update sessions set last_used_at = now() where id = ${sql.placeholder('id')} and last_used_at < now() - interval '1 minute'`,
)

const underWay = new Set<string>()

/** Records that a session is in use, to the minute. It runs after the response, and no request waits for it. */
export function recordUse(connections: ConnectionPool, sessionId: string): void {
  if (underWay.has(sessionId)) return
  underWay.add(sessionId)
  transact(connections, (tx) => tx.run(touch, { id: sessionId }))
    .catch(() => {})
    .finally(() => underWay.delete(sessionId))
}
