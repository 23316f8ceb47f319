import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { retryLater, waitFor } from '../base/problem.ts'
import { sqlStatement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'

/**
 * Attempts are counted in the database before they are evaluated, so that all instances share the limits. Keys are hashes:
 * the table does not disclose who tried to sign in.
 */

const at = sql.placeholder

/**
 * Consecutive failures after which an account is locked for the source of the failures, and its current password is no longer
 * accepted. The command `accounts unlock` and a password reset unlock it. A known source is unlocked by a password reset from
 * there, or by a sign-in after it has expired.
 */
const MOST_FAILURES = 100

/**
 * A counted attempt: the end of the wait that it started, in the text format of PostgreSQL, and the id of the transaction that
 * counted it.
 */
interface CountedTry {
  readonly blocked_until: string
  readonly transaction: string
}

/**
 * The first attempts start no wait; the next ones start waits of 1, 4, 16, 64, 256 and 900 seconds: at most ten attempts in
 * fifteen minutes. Uses the clock, not `now()`: a transaction that began first may reach the row second. The column rounds to
 * milliseconds, half of the time upwards: without `date_trunc`, an attempt without a wait could be rejected within the same
 * millisecond.
 */
const countTry = sqlStatement<CountedTry>(sql`
  insert into attempts as a (key, count, blocked_until) values (${at('key')}, 1, date_trunc('milliseconds', clock_timestamp()))
  on conflict (key) do update
    set count = a.count + 1, updated_at = now(),
        blocked_until = date_trunc('milliseconds', clock_timestamp()) + interval '1 second' * case when a.count < 4 then 0 else least(900, 4 ^ (a.count - 4)) end
    where a.blocked_until <= clock_timestamp() and a.count < ${MOST_FAILURES}
  returning blocked_until::text as blocked_until, pg_current_xact_id()::text as transaction`)

const remaining = sqlStatement<{ seconds: number }>(
  sql`select case when count >= ${MOST_FAILURES} then 900 else extract(epoch from blocked_until - now())::float8 end as seconds from attempts where key = ${at('key')}`,
)

/** Counts an attempt unless the window is full. */
const countInWindow = sqlStatement<{ count: number }>(sql`
  insert into attempts as a (key, count, blocked_until) values (${at('key')}, 1, now() + interval '1 second' * ${at('window')}::int)
  on conflict (key) do update
    set count = case when a.blocked_until <= now() then 1 else a.count + 1 end, updated_at = now(),
        blocked_until = case when a.blocked_until <= now() then now() + interval '1 second' * ${at('window')}::int else a.blocked_until end
    where a.blocked_until <= now() or a.count < ${at('limit')}::int
  returning count`)

const remainingInWindow = sqlStatement<{ seconds: number }>(
  sql`select extract(epoch from blocked_until - now())::float8 as seconds from attempts where key = ${at('key')}`,
)

const decrement = sqlStatement<unknown>(
  sql`update attempts set count = greatest(count - 1, 0) where key = ${at('key')}`,
)
const reset = sqlStatement<unknown>(sql`delete from attempts where key = ${at('key')} returning key`)

/** The throttle key of an attempt: the SHA-256 of its parts in base64url. */
export const attemptKey = (...parts: readonly string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('base64url')

/** The key that counts consecutive failures of an account, whichever of its names is used. A known source has a separate key. */
export const accountKey = (account: string, knownSource?: string) =>
  knownSource === undefined ? attemptKey('account', account) : attemptKey('account', account, knownSource)

/** A limit of attempts per window in seconds; 0 means no limit. */
export interface WindowLimit {
  readonly limit: number
  readonly seconds: number
}

/** The result of counting an attempt: the seconds to wait if it is rejected, or null. */
export interface SignInLimit {
  readonly waitSeconds: number | null
}

/** The keys that have counted an attempt, so that the count can be undone. */
export interface CountedAttempt extends CountedTry {
  /** The key of consecutive failures. */
  readonly failures: string
  /** The key of the source's window; null if the attempt has none. */
  readonly window: string | null
}

/** The result with the count of the attempt, or, if it is rejected, the key whose limit it has reached. */
export type AttemptLimit =
  | { readonly waitSeconds: null; readonly counted: CountedAttempt }
  | { readonly waitSeconds: number; readonly counted: null; readonly reached: string }

/** Counts an attempt towards the lockout of its key; rejected attempts are not counted. */
export async function countForLockout(
  tx: Transaction,
  failures: string,
  window: string | null = null,
): Promise<AttemptLimit> {
  const counted = await tx.first(countTry, { key: failures })
  if (counted) return { waitSeconds: null, counted: { ...counted, failures, window } }
  const waitSeconds = (await tx.first(remaining, { key: failures }))?.seconds ?? 1
  return { waitSeconds, counted: null, reached: failures }
}

/** Counts an attempt in a window; rejected attempts are not counted. */
export async function countAttempt(
  tx: Transaction,
  key: string,
  { limit, seconds }: WindowLimit,
): Promise<SignInLimit> {
  if (limit === 0 || (await tx.first(countInWindow, { key, limit, window: seconds })))
    return { waitSeconds: null }
  return { waitSeconds: (await tx.first(remainingInWindow, { key }))?.seconds ?? 1 }
}

/** The keys that count a sign-in: the window of its source, and the consecutive failures of the account. */
export interface SignInKeys {
  readonly window: string
  readonly failures: string
}

/**
 * The keys of a sign-in. Sign-ins from a known source of the account are counted in a separate window: a client that tries other
 * names from the same address does not lock out users who have signed in from it.
 */
export const signInKeys = (account: string, source: string, isKnownSource: boolean): SignInKeys =>
  isKnownSource
    ? { window: attemptKey('sign-in', 'known', source), failures: accountKey(account, source) }
    : { window: attemptKey('sign-in', source), failures: accountKey(account) }

/** Counts a sign-in that will be evaluated. A rejected sign-in is counted by neither key. */
export async function countSignIn(
  tx: Transaction,
  { window, failures }: SignInKeys,
  limit: WindowLimit,
): Promise<AttemptLimit> {
  const { waitSeconds } = await countAttempt(tx, window, limit)
  if (waitSeconds !== null) return { waitSeconds, counted: null, reached: window }
  const byAccount = await countForLockout(tx, failures, window)
  if (byAccount.waitSeconds !== null && limit.limit > 0) await tx.run(decrement, { key: window })
  return byAccount
}

/** After a success: removes the attempt from the window and resets the consecutive failures. */
export function resetAfterSuccess(tx: Transaction, windowKey: string, failureKey: string): Promise<unknown> {
  return Promise.all([tx.run(decrement, { key: windowKey }), tx.run(reset, { key: failureKey })])
}

/**
 * Ends the wait if this attempt started it. A wait that another attempt started stays, in whatever order counts are undone. It
 * truncates for the same reason as `countTry`.
 */
const uncountTry = sqlStatement<unknown>(sql`
  update attempts
     set count = greatest(count - 1, 0),
         blocked_until = case when blocked_until = ${at('blocked_until')}::timestamptz
                              then least(blocked_until, date_trunc('milliseconds', now())) else blocked_until end
   where key = ${at('key')}`)

/** Undoes the count of an attempt that failed for another reason than a wrong password. */
export async function uncount(
  tx: Transaction,
  { window, failures, blocked_until }: CountedAttempt,
): Promise<void> {
  if (window !== null) await tx.run(decrement, { key: window })
  await tx.run(uncountTry, { key: failures, blocked_until })
}

/** The key of consecutive wrong entries of an account's current password. */
export const currentPasswordKey = (account: string) => attemptKey('current-password', account)

/**
 * Resets the consecutive failures of an account from unknown sources, and of its current password. False when there were
 * none.
 */
export async function resetFailures(tx: Transaction, accountId: string): Promise<boolean> {
  const keys = [accountKey(accountId), currentPasswordKey(accountId)]
  const opened = await Promise.all(keys.map((key) => tx.run(reset, { key })))
  return opened.some((rows) => rows.length > 0)
}

/** Resets the separate count of a source after a success there: it may contain failures from before the source expired. */
export const resetSource = (tx: Transaction, account: string, source: string): Promise<unknown> =>
  tx.run(reset, { key: accountKey(account, source) })

/** Throws 429 if one of the limits requires a wait. */
export function refuseWaiting(...limits: readonly SignInLimit[]): void {
  const waits = limits.map(({ waitSeconds }) => waitSeconds).filter((seconds) => seconds !== null)
  if (waits.length > 0)
    throw retryLater(
      'rate_limited',
      Math.max(...waits),
      `Too many attempts. ${waitFor(Math.max(1, Math.ceil(Math.max(...waits))))}.`,
    )
}
