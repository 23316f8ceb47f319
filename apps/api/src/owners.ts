import { sql } from 'drizzle-orm'
import type { ConnectionPool } from './db/connection-pool.ts'
import { sqlStatement } from './db/statement.ts'
import type { Transaction } from './db/transaction.ts'
import { transact } from './http/service.ts'
import { originWithoutRequest, writeAudit } from './store/audit.ts'
import { joinBuiltinGroup } from './system/accounts.repository.ts'
import { isOperatorSql } from './system/grants.repository.ts'
import { hasOwner, lockGroups } from './system/groups.repository.ts'

/** The number of tenants per transaction. */
const PAGE = 500
/** The maximum number of tenants without an owner that one start reports. */
const MOST_REPORTED = 1_000

/** The operator with the given address; if there is none, the first operator. */
const operator = sqlStatement<{ id: string }>(sql`
  select u.id from users u where u.status = 'active' and ${isOperatorSql(sql`u.id`)}
   order by u.email is not distinct from ${sql.placeholder('email')} desc, u.id limit 1`)

const visited = sqlStatement<{ tenant_id: string; has_owner: boolean }>(
  sql`select * from commonhold_owned_tenants(${sql.placeholder('after')}, ${sql.raw(String(PAGE))}) order by tenant_id`,
)

/**
 * Makes an operator an owner of every tenant without an owner, except archived ones. Each tenant is repaired in a separate
 * transaction, so the repairs remain when a start is interrupted. Returns the tenants that remain without an owner.
 */
export async function ensureOwners(
  connections: ConnectionPool,
  email: string | null,
): Promise<readonly string[]> {
  const remaining: string[] = []
  // Each page begins after the previous one, so a tenant that cannot be repaired is visited only once.
  for (let after = ''; remaining.length < MOST_REPORTED; ) {
    const page = await transact(connections, (tx) => tx.run(visited, { after }))
    for (const { tenant_id } of page.filter(({ has_owner }) => !has_owner))
      if (!(await transact(connections, (tx) => repair(tx, tenant_id, email)))) remaining.push(tenant_id)
    const last = page.at(-1)
    if (!last) break
    after = last.tenant_id
  }
  return remaining
}

/** Adds an operator to the owners of a tenant that has none. True if the tenant has an owner afterwards. */
async function repair(tx: Transaction, tenantId: string, email: string | null): Promise<boolean> {
  tx.selectTenant(tenantId)
  lockGroups(tx)
  if (await hasOwner(tx)) return true
  const owner = await tx.first(operator, { email })
  if (!owner) return false
  await writeAudit(
    tx,
    originWithoutRequest('start'),
    await joinBuiltinGroup(tx, tenantId, 'owners', owner.id),
  )
  return hasOwner(tx)
}
