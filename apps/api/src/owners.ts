import { sql } from 'drizzle-orm'
import { writeAudit } from './kernel/audit.ts'
import { newId } from './kernel/ids.ts'
import { transact } from './kernel/service.ts'
import type { Slots } from './kernel/slots.ts'
import { sqlStatement } from './kernel/statement.ts'
import { ROOT_TENANT_ID } from './kernel/tenancy.ts'
import type { Transaction } from './kernel/transaction.ts'
import { joinBuiltinGroup } from './system/accounts.repository.ts'
import { heldGrants } from './system/grants.ts'
import { enterTenant, hasOwner } from './system/groups.repository.ts'

/** Tenants that one start looks at. */
const MOST = 1_000

/** The operator with the given address, else the first one. */
const operator = sqlStatement<{ id: string }>(sql`
  select u.id from ${heldGrants} and g.project_id = '' join users u on u.id = m.user_id and u.status = 'active'
   where m.tenant_id = ${sql.raw(`'${ROOT_TENANT_ID}'`)} and g.permissions && array['*']
   order by u.email is not distinct from ${sql.placeholder('email')} desc, u.id limit 1`)

/** Tenants in use in which nobody who can sign in may do everything. */
const ownerless = sqlStatement<{ id: string }>(sql`
  select t.id from tenants t where t.archived_at is null and not exists (
    select from ${heldGrants} and g.project_id = '' join users u on u.id = m.user_id and u.status = 'active'
     where m.tenant_id = t.id and g.permissions && array['*'])
   order by t.id limit ${sql.raw(String(MOST))}`)

/**
 * Makes an operator an owner of the tenant that sign-up joins, and of every other tenant in use, where it has no owner.
 * Answers the tenants that stay without one, because there is no operator yet.
 */
export function ensureOwners(
  slots: Slots,
  signupTenantId: string,
  email: string | null,
): Promise<readonly string[]> {
  return transact(slots, async (tx) => {
    const found = (await tx.run(ownerless)).map(({ id }) => id)
    const without: string[] = []
    for (const tenantId of new Set([signupTenantId, ...found])) {
      await enterTenant(tx, tenantId)
      if (!(await hasOwner(tx))) without.push(tenantId)
    }
    if (without.length === 0) return without
    const owner = await tx.first(operator, { email })
    if (!owner) return without
    for (const tenantId of without) await makeOwner(tx, tenantId, owner.id)
    return []
  })
}

/** Adds somebody to the owners of a tenant, as the start of the service does it. */
export async function makeOwner(tx: Transaction, tenantId: string, userId: string): Promise<void> {
  const origin = { operation: 'start', requestId: newId(), source: null, actorId: null, sessionId: null }
  await writeAudit(tx, origin, await joinBuiltinGroup(tx, tenantId, 'owners', userId))
}
