import { sql } from 'drizzle-orm'
import { type Credential, credentialIdOf } from '../auth/credential.ts'
import type { ConnectionPool } from '../db/connection-pool.ts'
import { sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import { transact } from './service.ts'

const touchSession = sqlStatement<unknown>(
  sql`update sessions set last_used_at = now() where id = ${sql.placeholder('id')} and last_used_at < now() - interval '1 minute'`,
)
const touchKey = sqlStatement<unknown>(sql`
  update api_keys set last_used_at = date_trunc('hour', now())
   where tenant_id = ${tenantId} and id = ${sql.placeholder('id')}
     and (last_used_at is null or last_used_at < date_trunc('hour', now()))`)

const underWay = new Set<string>()

/** Records the last use of a session, to the minute, or of an API key, to the hour. No request waits for it. */
export function recordUse(connections: ConnectionPool, credential: Credential): void {
  const id = credentialIdOf(credential)
  if (underWay.has(id)) return
  underWay.add(id)
  transact(connections, (tx) => touch(tx, credential))
    .catch(() => {})
    .finally(() => underWay.delete(id))
}

async function touch(tx: Transaction, credential: Credential): Promise<void> {
  if (credential.sessionId !== null) {
    await tx.run(touchSession, { id: credential.sessionId })
    return
  }
  tx.selectTenant(credential.tenantId)
  await tx.run(touchKey, { id: credential.apiKeyId })
}
