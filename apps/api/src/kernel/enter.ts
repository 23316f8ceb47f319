import type { Access } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import type { Entered } from './context.ts'
import { sqlStatement } from './statement.ts'
import type { AccessToken } from './tokens.ts'
import type { Transaction } from './transaction.ts'

interface EnterRow {
  tenant_id: string | null
  project_id: string | null
  project_ids: string[] | null
  is_stale: boolean
}

const enterStatement = sqlStatement<EnterRow>(
  sql`select * from commonhold_enter(${sql.placeholder('session')}, ${sql.placeholder('user')}, ${sql.placeholder('key')}, ${sql.placeholder('expires')}, ${sql.placeholder('tenant')}, ${sql.placeholder('permission')})`,
)

/** What `enter` answers; `isStale` says that the session's last use should be noted. */
export interface Admission extends Entered {
  readonly isStale: boolean
}

/** Sends the check of session, tenant and permission, and enters the tenant. Rejects where one of them fails. */
export async function enter(
  tx: Transaction,
  token: AccessToken,
  tenantId: string | null,
  access: Access,
): Promise<Admission> {
  const row = await tx.first(enterStatement, {
    session: token.sessionId,
    user: token.userId,
    key: token.storedKeyId,
    expires: token.expires,
    tenant: tenantId,
    permission: access === 'authenticated' ? null : access,
  })
  if (!row) throw new Error('commonhold_enter returned no row')
  return {
    tenantId: row.tenant_id,
    projectId: row.project_id,
    projectIds: row.project_ids,
    isStale: row.is_stale,
  }
}
