import type { ApiKeyCreate } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { hashOfApiKey, newApiKey } from '../auth/api-key-text.ts'
import { newId } from '../base/ids.ts'
import { problem } from '../base/problem.ts'
import { sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import { changesBetween } from '../store/audit.ts'
import type { WriteContext } from '../store/context.ts'
import { apiKeyStore } from './service-accounts.store.ts'

const at = sql.placeholder
const own = sql`tenant_id = ${tenantId} and id = ${at('id')}`
const changed = sql`version = version + 1, updated_at = greatest(statement_timestamp(), updated_at)`

/** Networks are stored with their host bits set to zero. */
const insertion = sqlStatement<unknown>(sql`
  insert into api_keys (tenant_id, id, user_id, name, scopes, allowed_networks, expires_at, secret_hash)
  values (${tenantId}, ${at('id')}, ${at('user_id')}, ${at('name')}, ${at('scopes')}::text[],
    array(select network(n::inet) from unnest(${at('allowed_networks')}::text[]) n), ${at('expires_at')}, ${at('secret_hash')})`)
/** The former secret stays valid for 24 hours only if the key has not expired. */
const isInUse = sql`expires_at > now()`
const rotation = sqlStatement<unknown>(sql`
  update api_keys set former_secret_hash = case when ${isInUse} then secret_hash end,
         former_secret_expires_at = case when ${isInUse} then now() + interval '24 hours' end,
         secret_hash = ${at('secret_hash')}, expires_at = coalesce(${at('expires_at')}::timestamptz, expires_at), ${changed}
   where ${own}`)
const revocation = sqlStatement<unknown>(sql`update api_keys set revoked_at = now(), ${changed} where ${own}`)

type KeyRow = Awaited<ReturnType<typeof apiKeyStore.get>>

/** The members of a key that clients set, recorded in the audit log. */
const chosen = ['user_id', 'name', 'scopes', 'allowed_networks', 'expires_at'] as const

/** A key that was just created or rotated. */
export interface KeyWithSecret {
  readonly row: KeyRow
  readonly secret: string
}

/** Stores a new key; its secret is returned and not stored. */
export async function createKey(
  context: WriteContext,
  userId: string,
  body: ApiKeyCreate,
): Promise<KeyWithSecret> {
  const { tx } = context
  const id = newId()
  const secret = newApiKey(id)
  await tx.run(insertion, {
    id,
    user_id: userId,
    name: body.name,
    scopes: body.scopes,
    allowed_networks: body.allowed_networks ?? [],
    expires_at: body.expires_at,
    secret_hash: hashOfApiKey(secret),
  })
  const row = await apiKeyStore.get(tx, id)
  context.audit({
    action: 'created',
    recordType: 'api_key',
    recordId: id,
    version: row.version,
    changes: changesBetween(chosen, {}, row),
  })
  return { row, secret }
}

/** The key of a user, locked for a change. */
export async function lockKey(context: WriteContext, userId: string, id: string): Promise<KeyRow> {
  const row = await apiKeyStore.lock(context, id)
  if (row.user_id !== userId) throw problem('not_found')
  return row
}

/** Replaces the secret of a locked key; the former one is accepted for 24 hours more, unless the key had expired. */
export async function rotateKey(
  context: WriteContext,
  before: KeyRow,
  expiresAt: string | undefined,
): Promise<KeyWithSecret> {
  const { tx } = context
  const secret = newApiKey(before.id)
  await tx.run(rotation, {
    id: before.id,
    secret_hash: hashOfApiKey(secret),
    expires_at: expiresAt ?? null,
  })
  const row = await apiKeyStore.get(tx, before.id)
  apiKeyStore.recordAudit(context, 'updated', before, row)
  return { row, secret }
}

/** Revokes a locked key: every instance refuses it from the next request on. */
export async function revokeKey(context: WriteContext, before: KeyRow): Promise<void> {
  await context.tx.run(revocation, { id: before.id })
  context.audit({
    action: 'deleted',
    recordType: 'api_key',
    recordId: before.id,
    version: before.version + 1,
    changes: changesBetween(chosen, before, {}),
  })
}
