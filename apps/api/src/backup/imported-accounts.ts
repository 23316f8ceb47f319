import type postgres from 'postgres'
import { z } from 'zod'
import { Refusal } from '../base/refusal.ts'
import { insertRows } from './insert-rows.ts'

const accountSchema = z.looseObject({
  id: z.string(),
  kind: z.enum(['person', 'service']),
  email: z.string().nullable(),
  username: z.string().nullable(),
  managed_by_tenant_id: z.string().nullable(),
  password_hash: z.string().nullable(),
})

interface Merging {
  readonly columns: readonly string[]
  readonly tenantId: string
  /** The password hash for all accounts if the file has no passwords; null if it has them. */
  readonly unusable: string | null
  readonly mergesUnverified: boolean
}

/** How the accounts of a file were imported. */
interface Merged {
  readonly merged: number
  readonly created: number
  /** Replaces the ids of merged accounts in a row of the file by the ids of the existing accounts. */
  rename(row: string): string
}

const ULID = /[0-7][0-9A-HJKMNP-TV-Z]{25}/g

/**
 * Creates the accounts of a file. An account whose email address or id already exists here is merged into the existing account.
 */
export async function mergeAccounts(
  tx: postgres.TransactionSql,
  lines: readonly string[],
  { columns, tenantId, unusable, mergesUnverified }: Merging,
): Promise<Merged> {
  const accounts = lines.map((line) => accountSchema.parse(JSON.parse(line)))
  const ids = accounts.map(({ id }) => id)
  const there = await tx<
    { id: string; email: string | null; username: string | null; is_verified: boolean }[]
  >`
    select id, email, username, email_verified_at is not null as is_verified from users
     where id = any(${ids}) or email = any(${accounts.flatMap(({ email }) => email ?? [])})
        or username = any(${accounts.flatMap(({ username }) => username ?? [])})`
  const same = accounts.flatMap((account) => {
    const found =
      there.find(({ email }) => email !== null && email === account.email) ??
      there.find(({ id }) => id === account.id)
    return found ? [{ account, found }] : []
  })
  const unverified = same.filter(({ found }) => found.email !== null && !found.is_verified)
  if (unverified.length > 0 && !mergesUnverified)
    throw new Refusal(
      `Accounts of this installation have the address of a member, but have not verified it: ${unverified
        .slice(0, 10)
        .map(({ found }) => found.email)
        .join(
          ', ',
        )}. Their owners would become members. Have the addresses verified, or pass --merge-unverified if you know these people`,
    )
  const renamed = new Map(
    same.flatMap(({ account, found }) => (account.id === found.id ? [] : [[account.id, found.id] as const])),
  )
  const known = new Set(same.map(({ account }) => account.id))
  const rename = (row: string) =>
    renamed.size === 0 ? row : row.replace(ULID, (id) => renamed.get(id) ?? id)
  const usedNames = new Set(there.map(({ username }) => username))
  const created = accounts.filter(({ id }) => !known.has(id))
  await insertRows(
    tx,
    'users',
    columns,
    created.map((account) =>
      rename(
        JSON.stringify({
          ...account,
          pending_email: null,
          password_hash: account.kind === 'service' ? null : (unusable ?? account.password_hash),
          username: usedNames.has(account.username) ? null : account.username,
          managed_by_tenant_id: account.managed_by_tenant_id === tenantId ? tenantId : null,
        }),
      ),
    ),
    'managed_by_tenant_id is null or managed_by_tenant_id = $2',
    tenantId,
  )
  return {
    merged: same.length,
    created: created.length,
    rename,
  }
}
