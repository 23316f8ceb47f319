import { eq, isNull, sql } from 'drizzle-orm'
import { build, sqlStatement, statement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import { signingKeys } from './sessions.table.ts'

/**
 * Seconds after which a new key starts to sign. Until then it only verifies, so that every instance has loaded it. Longer than
 * `RELOAD_INTERVAL`.
 */
const SETTLING_SECONDS = 5

const usable = statement(
  build
    .select({
      id: signingKeys.id,
      secret: signingKeys.secret,
      is_settled:
        sql<boolean>`${signingKeys.created_at} < now() - ${sql.raw(`interval '${SETTLING_SECONDS} seconds'`)}`.as(
          'is_settled',
        ),
    })
    .from(signingKeys)
    .where(isNull(signingKeys.retired_at))
    .orderBy(signingKeys.id),
)
const lock = sqlStatement<unknown>(sql`lock table signing_keys in share row exclusive mode`)
const insert = statement(
  build
    .insert(signingKeys)
    .values({ id: sql.placeholder('id'), secret: sql.placeholder('secret') })
    .returning({ id: signingKeys.id }),
)

const retire = statement(
  build
    .update(signingKeys)
    .set({ retired_at: sql`now()` })
    .where(eq(signingKeys.id, sql.placeholder('id'))),
)
const all = statement(
  build
    .select({ id: signingKeys.id, created_at: signingKeys.created_at, retired_at: signingKeys.retired_at })
    .from(signingKeys)
    .orderBy(signingKeys.id),
)

/** The keys that are not retired, oldest first, with their secrets and whether each is old enough to sign. */
export const usableKeys = (tx: Transaction) => tx.run(usable)

/** Prevents other transactions from adding or retiring keys until this one ends. */
export async function lockKeys(tx: Transaction): Promise<void> {
  await tx.run(lock)
}

export async function insertKey(tx: Transaction, id: string, secret: string): Promise<void> {
  await tx.run(insert, { id, secret })
}

export async function setRetired(tx: Transaction, id: string): Promise<void> {
  await tx.run(retire, { id })
}

/** Every key, without its secret. */
export const listKeys = (tx: Transaction) => tx.run(all)
