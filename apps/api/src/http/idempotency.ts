import { createHash } from 'node:crypto'
import { and, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import postgres from 'postgres'
import { invalid, problem } from '../base/problem.ts'
import { build, sqlStatement, statement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import { idempotencyKeys } from '../store/audit-and-idempotency.table.ts'
import type { Answer } from './respond.ts'

const at = sql.placeholder
const tryLock = sqlStatement<{ locked: boolean }>(
  sql`select pg_try_advisory_xact_lock(hashtextextended(${at('name')}, 0)) as locked`,
)
/** Locks the key until the transaction ends, and waits for it if another request has locked it. */
export const lockKey = sqlStatement(sql`select pg_advisory_xact_lock(hashtextextended(${at('name')}, 0))`)

/** Seconds without a write after which another request may continue an unfinished one. */
const UNFINISHED_SECONDS = 90

export const isThisKey = and(
  eq(idempotencyKeys.user_id, at('user_id')),
  eq(idempotencyKeys.path, at('path')),
  eq(idempotencyKeys.key, at('key')),
)
const findAnswer = statement(
  build
    .select({
      ...getTableColumns(idempotencyKeys),
      is_recent:
        sql<boolean>`${idempotencyKeys.created_at} > now() - make_interval(secs => ${UNFINISHED_SECONDS}::double precision)`.as(
          'is_recent',
        ),
    })
    .from(idempotencyKeys)
    .where(and(isThisKey, gt(idempotencyKeys.created_at, sql`now() - interval '24 hours'`))),
)
const deleteAnswer = statement(
  build.delete(idempotencyKeys).where(isThisKey).returning({ key: idempotencyKeys.key }),
)
const insertAnswer = statement(
  build
    .insert(idempotencyKeys)
    .values({
      user_id: at('user_id'),
      path: at('path'),
      key: at('key'),
      fingerprint: at('fingerprint'),
      status: at('status'),
      headers: at('headers'),
      body: at('body'),
    })
    .returning({ key: idempotencyKeys.key }),
)

/** A request that may be repeated with the same key within 24 hours (IETF draft `idempotency-key-header`). */
export interface RepeatableRequest {
  readonly userId: string
  /** The tenant of the request, known once it is authorized; null when the operation has no tenant. */
  tenantId(): Promise<string | null>
  readonly path: string
  readonly key: string
  readonly body: unknown
}

/** Reads the header; undefined when it is absent. */
export function readIdempotencyKey(header: string | null): string | undefined {
  if (header === null) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(header))
    throw invalid({
      in: 'header',
      field: 'Idempotency-Key',
      code: 'invalid_format',
      message: 'must be 1 to 255 visible ASCII characters',
    })
  return header
}

const claimKey = sqlStatement<unknown>(
  sql`select commonhold_claim_key(${at('user_id')}, ${at('path')}, ${at('key')}) as claimed`,
)

/**
 * Claims the key without waiting for the result, together with the statements that follow. If something is stored under the
 * key, or another request has locked it, those statements take no effect, and the transaction fails with an error of which
 * `isKeyClaimed` is true.
 */
export function claimAhead(tx: Transaction, request: RepeatableRequest): undefined {
  void tx.run(claimKey, keyOf(request))
}

/** True for the error of a transaction whose key was not free. */
export const isKeyClaimed = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && error.code === 'CHKEY'

/**
 * Claims the key for this transaction. Returns the earlier response when the same request was completed before. Throws when
 * the key was used for another request, or while the first request is still running.
 */
export async function claim(tx: Transaction, request: RepeatableRequest): Promise<Answer | undefined> {
  const earlier = await findEarlier(tx, request)
  if (earlier?.status === UNFINISHED) throw problem('idempotency_in_progress')
  return earlier && replayed(earlier)
}

/** Locks the key and reads what is stored under it, in one round trip. Throws when it was used for another request. */
export async function findEarlier(tx: Transaction, request: RepeatableRequest) {
  const key = keyOf(request)
  const locking = tx.first(tryLock, { name: nameOf(key) })
  // A separate statement, so that it sees what was committed before the lock was acquired.
  const finding = tx.first(findAnswer, key)
  if (!(await locking)?.locked) throw problem('idempotency_in_progress')
  const earlier = await finding
  if (!earlier) return undefined
  if (earlier.fingerprint !== (await fingerprint(request))) throw problem('idempotency_key_reused')
  return earlier
}

/** A stored response. */
export const replayed = ({ status, headers, body }: typeof idempotencyKeys.$inferSelect): Answer => ({
  status,
  headers: { ...(headers as Record<string, string>), 'Idempotent-Replayed': 'true' },
  body,
})

/** The status under which a request that works in several transactions is stored until it has an answer. */
export const UNFINISHED = 102

/**
 * Stores the response in the transaction of the request. The statements are sent together with COMMIT, which fails if they
 * fail.
 */
export async function storeAnswer(
  tx: Transaction,
  request: RepeatableRequest,
  answer: Answer,
): Promise<void> {
  const key = keyOf(request)
  const { status, headers, body } = answer
  const values = { ...key, fingerprint: await fingerprint(request), status, headers, body }
  void tx.run(deleteAnswer, key)
  void tx.run(insertAnswer, values)
}

export const keyOf = (request: RepeatableRequest) => ({
  user_id: request.userId,
  path: request.path,
  key: request.key,
})

/** The name of the advisory lock of a key. */
export const nameOf = ({ user_id, path, key }: ReturnType<typeof keyOf>) => `${user_id} ${path} ${key}`

const fingerprint = async ({ tenantId, body }: RepeatableRequest) =>
  createHash('sha256')
    .update(JSON.stringify([await tenantId(), body ?? null]))
    .digest('base64url')
