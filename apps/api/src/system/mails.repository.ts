import { sql } from 'drizzle-orm'
import { sqlStatement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'

const at = sql.placeholder

/** The language that a user prefers, or else the language of the tenant that the user selected last. */
const localeOfUser = sql`coalesce(
  (select p.locale from preferences p where p.id = u.id),
  (select t.locale from user_tenants x join tenants t on t.id = x.tenant_id
    where x.user_id = u.id and x.is_member order by x.selected_at desc nulls last, x.tenant_id limit 1))`
const account = sqlStatement<{ id: string; locale: string | null }>(sql`
  select u.id, ${localeOfUser} as locale from users u
   where u.email = ${at('email')} and u.status = 'active'`)
const accountWith = sqlStatement<{ email: string; locale: string | null }>(sql`
  select u.email, ${localeOfUser} as locale from users u
   where u.id = ${at('user_id')} and u.status = 'active' and ${at('email')} in (u.email, u.pending_email)
     and not exists (select from users other where other.email = ${at('email')} and other.id <> u.id)`)
const locale = sqlStatement<{ locale: string | null }>(
  sql`select ${localeOfUser} as locale from users u where u.id = ${at('user_id')}`,
)
const tenant = sqlStatement<{ name: string }>(sql`select name from tenants where id = ${at('id')}`)

/** The active account with an address, and its language. */
export const accountOf = (tx: Transaction, email: string) => tx.first(account, { email })

/** The active account for which an address is to be verified; undefined if another account has the address by now. */
export const accountToVerify = (tx: Transaction, user_id: string, email: string) =>
  tx.first(accountWith, { user_id, email })

/** The language of a user; null if neither the user nor a tenant of the user has one. */
export const localeOf = async (tx: Transaction, user_id: string): Promise<string | null> =>
  (await tx.first(locale, { user_id }))?.locale ?? null

/** The name of a tenant; empty if it does not exist. */
export const tenantName = async (tx: Transaction, id: string | null): Promise<string> =>
  (await tx.first(tenant, { id }))?.name ?? ''
