import { sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { WriteContext } from '../store/context.ts'
import { recordParts } from '../store/parts.ts'
import { recomputeMember } from './groups.repository.ts'
import { endAccessOfFormerMembers } from './leaving.service.ts'
import { membershipStore } from './memberships.store.ts'

const at = sql.placeholder

const groups = sqlStatement<{ id: string }>(
  sql`select group_id as id from memberships where tenant_id = ${tenantId} and user_id = ${at('user_id')} order by group_id`,
)
const leave = sqlStatement<unknown>(
  sql`delete from memberships where tenant_id = ${tenantId} and user_id = ${at('user_id')}`,
)
const selfCheck = sqlStatement<{ is_oneself: boolean }>(
  sql`select ${at('user_id')}::text = current_setting('app.user_id') and not commonhold_has_key() as is_oneself`,
)

/** True if the user is the caller. False with an API key, which cannot make its user leave. */
export const isSelf = async (reader: Reader, userId: string): Promise<boolean> =>
  (await reader.first(selfCheck, { user_id: userId }))?.is_oneself ?? false

/** The groups of the selected tenant that the user is in directly, archived ones included. */
export const groupsOfMember = async (reader: Reader, userId: string): Promise<string[]> =>
  (await reader.run(groups, { user_id: userId })).map(({ id }) => id)

/** Removes the user from all groups of the selected tenant, and so from the tenant. The groups must be locked. */
export async function removeMember(context: WriteContext, userId: string): Promise<void> {
  const { tx } = context
  await recordParts(context, membershipStore, 'user_id', userId)
  await tx.run(leave, { user_id: userId })
  recomputeMember(tx, userId)
  await endAccessOfFormerMembers(context, [userId])
  context.audit({ action: 'deleted', recordType: 'member', recordId: userId })
}
