import { sql } from 'drizzle-orm'
import { newId } from '../base/ids.ts'
import { build, sqlStatement, statement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import { type AuditEntry, changesBetween } from '../store/audit.ts'
import { FIRST_VERSION } from '../store/store.ts'
import { lockGroupsShared, recomputeMember } from './groups.repository.ts'
import { userStore } from './users.store.ts'
import { users } from './users.table.ts'

const at = sql.placeholder

const accountByName = sqlStatement<{
  id: string
  password_hash: string
  status: string
  password_changed_at: string
  is_known_source: boolean
}>(sql`
  select u.id, u.password_hash, u.status, u.password_changed_at,
         exists (select from known_sources k where k.user_id = u.id and k.source = ${at('source')} and k.last_sign_in_at > now() - interval '30 days') as is_known_source
    from users u where u.email = ${at('name')} or u.username = ${at('name')}`)

const lockWithPassword = sqlStatement<unknown>(sql`
  select 1 from users
   where id = ${at('user_id')} and status = 'active' and password_changed_at = ${at('password_changed_at')}::timestamptz
     and ${at('name')} in (email, username) for no key update`)

const insertUser = statement(
  build
    .insert(users)
    .values({
      id: at('id'),
      email: at('email'),
      username: at('username'),
      display_name: at('display_name'),
      password_hash: at('password_hash'),
      created_by: at('created_by'),
      managed_by_tenant_id: at('managed_by_tenant_id'),
    })
    .returning({ id: users.id }),
)

const signupTenant = sqlStatement<{ id: string }>(
  sql`select id from tenants where (slug = ${at('name')} or id = ${at('name')}) and archived_at is null`,
)
const joinGroup = sqlStatement<{ id: string; group_id: string }>(sql`
  insert into memberships (id, tenant_id, group_id, user_id, created_by)
  select ${at('id')}, g.tenant_id, g.id, ${at('user_id')}, ${at('user_id')} from groups g where g.tenant_id = ${tenantId} and g.key = ${at('key')}
  on conflict do nothing returning id, group_id`)

const updateSignIn = sqlStatement<unknown>(
  sql`update users set last_sign_in_at = now() where id = ${at('user_id')}`,
)
const insertSource = sqlStatement<unknown>(sql`
  insert into known_sources (user_id, source) values (${at('user_id')}, ${at('source')})
  on conflict (user_id, source) do update set last_sign_in_at = now()`)
const replaceHash = sqlStatement<unknown>(
  sql`update users set password_hash = ${at('password_hash')} where id = ${at('user_id')} and password_hash = ${at('weaker')}`,
)

/** The columns of an account that password reset and email verification use, which work without a session. */
type StoredAccount = {
  readonly id: string
  readonly email: string
  readonly email_verified_at: string | null
  readonly pending_email: string | null
  readonly username: string | null
  readonly status: 'active' | 'deactivated'
  readonly password_changed_at: string
  readonly version: number
}

const stored = sql`id, email, email_verified_at, pending_email, username, status, password_changed_at, version`
const lockById = sqlStatement<StoredAccount>(
  sql`select ${stored} from users where id = ${at('user_id')} for update`,
)
const changed = sql`version = version + 1, updated_at = greatest(statement_timestamp(), updated_at)`
const resetPassword = sqlStatement<StoredAccount>(sql`
  update users set password_hash = ${at('password_hash')}, password_changed_at = now(), pending_email = null,
         email_verified_at = coalesce(email_verified_at, now()), ${changed}
   where id = ${at('user_id')} returning ${stored}`)
const storePassword = sqlStatement<StoredAccount>(sql`
  update users set password_hash = ${at('password_hash')}, password_changed_at = now(), ${changed}
   where id = ${at('user_id')} returning ${stored}`)
const setVerified = sqlStatement<StoredAccount>(sql`
  update users set email = ${at('email')}, pending_email = nullif(pending_email, ${at('email')}), email_verified_at = now(), ${changed}
   where id = ${at('user_id')} returning ${stored}`)

/** An account, locked until the transaction ends. */
export const lockAccount = (tx: Transaction, userId: string) => tx.first(lockById, { user_id: userId })

/** Marks an address of a locked account as verified and makes it the address of the account. */
export async function verifyAddress(tx: Transaction, userId: string, email: string) {
  const row = await tx.first(setVerified, { user_id: userId, email })
  if (!row) throw new Error('a locked account was deleted')
  return row
}

/** Stores a new password hash of a locked account. The address becomes verified too: the reset link was sent to it. */
export async function replacePassword(tx: Transaction, userId: string, passwordHash: string) {
  const row = await tx.first(resetPassword, { user_id: userId, password_hash: passwordHash })
  if (!row) throw new Error('a locked account was deleted')
  return row
}

/** Stores a new password hash of a locked account. */
export async function setPassword(tx: Transaction, userId: string, passwordHash: string) {
  const row = await tx.first(storePassword, { user_id: userId, password_hash: passwordHash })
  if (!row) throw new Error('a locked account was deleted')
  return row
}

/**
 * The account with this normalised email address or username, and whether the user has signed in from the source before.
 */
export function findAccount(tx: Transaction, name: string, source: string) {
  return tx.first(accountByName, { name, source })
}

/**
 * Locks an account whose name and password were verified. Returns false if either has changed since, or the account was
 * deactivated. Hashes are not compared: a concurrent sign-in may have replaced the hash of the same password by a stronger one.
 */
export const lockVerified = async (
  tx: Transaction,
  name: string,
  { id, password_changed_at }: { readonly id: string; readonly password_changed_at: string },
): Promise<boolean> =>
  (await tx.first(lockWithPassword, { user_id: id, name, password_changed_at })) !== undefined

/** The data of a new account; names are normalised, the password is hashed. */
export interface NewAccount {
  readonly email: string
  readonly username: string | null
  readonly displayName: string | null
  readonly passwordHash: string
  /** The user who created the account; default: the new user. */
  readonly createdBy?: string
  /** The tenant in which the account was created and which manages it. */
  readonly managedBy?: string
}

/** The changes that the audit log records for a new account. */
export const newAccountChanges = (account: object) =>
  changesBetween(['email', 'username', 'display_name'], {}, { ...account })

/** The audit entry of a self-registered user, in the tenant that the account joins. */
export const signedUp = (
  user: { readonly id: string; readonly version: number },
  tenantId: string,
): AuditEntry => ({
  action: 'signed_up',
  recordType: 'user',
  recordId: user.id,
  version: user.version,
  actorId: user.id,
  tenantId,
  changes: newAccountChanges(user),
})

/** Inserts an account. An email address or username in use violates its unique constraint. */
export async function createAccount(tx: Transaction, account: NewAccount) {
  const id = newId()
  await tx.run(insertUser, {
    id,
    created_by: account.createdBy ?? id,
    managed_by_tenant_id: account.managedBy ?? null,
    email: account.email,
    username: account.username,
    display_name: account.displayName,
    password_hash: account.passwordHash,
  })
  return userStore.get(tx, id)
}

/** The id of the tenant that accounts join at sign-up, found by slug or id. */
export async function findSignupTenant(tx: Transaction, name: string): Promise<string | undefined> {
  return (await tx.first(signupTenant, { name }))?.id
}

/** Adds a user to a built-in group of a tenant, computes the user's permissions there, and returns the audit entries. */
export async function joinBuiltinGroup(
  tx: Transaction,
  tenantId: string,
  key: string,
  userId: string,
): Promise<AuditEntry[]> {
  tx.selectTenant(tenantId)
  lockGroupsShared(tx)
  const joined = await tx.run(joinGroup, { id: newId(), user_id: userId, key })
  recomputeMember(tx, userId)
  return joined.map(({ id, group_id }) => ({
    action: 'created',
    recordType: 'membership',
    recordId: id,
    version: FIRST_VERSION,
    tenantId,
    changes: changesBetween(['group_id', 'user_id'], {}, { group_id, user_id: userId }),
  }))
}

/** Records the time and source of a successful sign-in. */
export function recordSignIn(tx: Transaction, userId: string, source: string): Promise<unknown> {
  return Promise.all([
    tx.run(updateSignIn, { user_id: userId }),
    tx.run(insertSource, { user_id: userId, source }),
  ])
}

/** Replaces a password hash of weaker parameters, unless the password was changed meanwhile. */
export function strengthenHash(tx: Transaction, userId: string, weaker: string, passwordHash: string) {
  return tx.run(replaceHash, { user_id: userId, weaker, password_hash: passwordHash })
}
