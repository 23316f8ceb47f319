import { sql } from 'drizzle-orm'
import { problem } from '../base/problem.ts'
import { type Reader, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import type { WriteContext } from '../store/context.ts'
import { recordAll, recordParts } from '../store/parts.ts'
import { membershipStore } from './memberships.store.ts'
import { apiKeyStore, serviceAccountStore } from './service-accounts.store.ts'

const at = sql.placeholder

const insertUser = sqlStatement<unknown>(sql`
  insert into users (id, kind, display_name, created_by)
  values (${at('id')}, 'service', ${at('name')}, current_setting('app.user_id'))`)
/** The tenant shows the account by its name even when it is in no group. */
const insertTrace = sqlStatement<unknown>(
  sql`insert into user_tenants (user_id, tenant_id) values (${at('id')}, ${tenantId})`,
)
const lockAccount = sqlStatement<unknown>(
  sql`select 1 from service_accounts where tenant_id = ${tenantId} and id = ${at('id')} for no key update`,
)
const updateUser = sqlStatement<unknown>(sql`
  update users set display_name = ${at('name')},
         status = case when ${at('is_archived')}::boolean then 'deactivated' else 'active' end,
         deactivated_at = case when ${at('is_archived')}::boolean then coalesce(deactivated_at, now()) end,
         version = version + 1, updated_at = greatest(statement_timestamp(), updated_at)
   where id = ${at('id')} and kind = 'service'
     and (display_name <> ${at('name')} or (status = 'deactivated') <> ${at('is_archived')}::boolean)`)
/** Waits for requests that refer to the user. Later ones wait until the account is deleted: see `memberReferences`. */
const lockUser = sqlStatement<unknown>(
  sql`select 1 from users where id = ${at('id')} and kind = 'service' for update`,
)
const deleteUser = sqlStatement<unknown>(sql`delete from users where id = ${at('id')} and kind = 'service'`)
const leave = sqlStatement<unknown>(
  sql`delete from memberships where tenant_id = ${tenantId} and user_id = ${at('id')}`,
)
const deleteKeysOfUser = sqlStatement<unknown>(
  sql`delete from api_keys where tenant_id = ${tenantId} and user_id = ${at('id')}`,
)
const deleteKeysOfTenant = sqlStatement<unknown>(sql`delete from api_keys where tenant_id = ${tenantId}`)
const service = sqlStatement<unknown>(sql`select 1 from users where id = ${at('id')} and kind = 'service'`)

interface Account {
  readonly id: string
  readonly name: string
  readonly archived_at: string | null
}

/** Creates the user of a new service account of the selected tenant, with the same id. Its statements are sent immediately. */
export const createServiceUser = (tx: Transaction, id: string, name: string) =>
  Promise.all([tx.run(insertUser, { id, name }), tx.run(insertTrace, { id })])

/** Updates the user of a service account: its name, and its status, which decides whether its keys are accepted. */
export const updateServiceUser = (tx: Transaction, { id, name, archived_at }: Account) =>
  tx.run(updateUser, { id, name, is_archived: archived_at !== null })

/** True for a user who is a service account. */
export const isServiceAccount = async (reader: Reader, id: string): Promise<boolean> =>
  (await reader.first(service, { id })) !== undefined

/** Throws 403 if the user is a service account: the operations on users must not change it. */
export async function assertNoServiceAccount(reader: Reader, id: string): Promise<void> {
  if (await isServiceAccount(reader, id))
    throw problem(
      'permission_denied',
      { required_permission: 'service_accounts:write' },
      'The user is a service account. Change it at /service-accounts/{service_account_id}.',
    )
}

/** Locks and returns a service account that is not archived, so that it cannot be deleted before the transaction ends. */
export async function lockOpenAccount(tx: Transaction, id: string) {
  await tx.run(lockAccount, { id })
  return serviceAccountStore.getOpen(tx, id)
}

/** Locks the user of a service account until the transaction ends. */
export const lockServiceUser = (tx: Transaction, id: string) => tx.run(lockUser, { id })

/** Deletes the keys and the memberships of a service account. */
export async function removeServiceParts(context: WriteContext, id: string): Promise<void> {
  const { tx } = context
  await recordParts(context, membershipStore, 'user_id', id)
  await tx.run(leave, { id })
  await recordParts(context, apiKeyStore, 'user_id', id)
  await tx.run(deleteKeysOfUser, { id })
}

/** Deletes the user of a service account that was deleted. */
export const deleteServiceUser = (tx: Transaction, id: string) => tx.run(deleteUser, { id })

/** Deletes all keys of the selected tenant. */
export async function removeKeysOfTenant(context: WriteContext): Promise<void> {
  await recordAll(context, apiKeyStore)
  await context.tx.run(deleteKeysOfTenant)
}
