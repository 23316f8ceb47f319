import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { retryLater } from '../base/problem.ts'
import { sqlStatement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'

/**
 * Attempts are counted in the database, before the work that they ask for, so that all instances together keep
 * the limits. Keys are hashes: the table tells nobody who tried to sign in.
 */

const at = sql.placeholder

/**
 * Failures in a row after which an account is closed to where they came from, and its current password is not asked for
 * any more, until an operator opens it or, for a known source, a sign-in from there succeeds.
 */
const MOST_FAILURES = 100

/**
 * Free tries first; then waits of 1, 4, 16, 64, 256 and 900 seconds: at most ten tries in fifteen minutes. By the
 * clock, not by `now()`: a transaction that began first may come second to the row.
 */
const takeTry = sqlStatement<{ count: number }>(sql`
  insert into attempts as a (key, count, blocked_until) values (${at('key')}, 1, clock_timestamp())
  on conflict (key) do update
    set count = a.count + 1, updated_at = now(),
        blocked_until = clock_timestamp() + interval '1 second' * case when a.count < 4 then 0 else least(900, 4 ^ (a.count - 4)) end
    where a.blocked_until <= clock_timestamp() and a.count < ${MOST_FAILURES}
  returning count`)

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

const giveBack = sqlStatement<unknown>(
  sql`update attempts set count = greatest(count - 1, 0) where key = ${at('key')}`,
)
const reset = sqlStatement<unknown>(sql`delete from attempts where key = ${at('key')} returning key`)

/** The key of an attempt. */
export const attemptKey = (...parts: readonly string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('base64url')

/** The key of failures in a row at an account, whichever of its names was given; a source known to it has its own. */
export const accountKey = (account: string, knownSource?: string) =>
  knownSource === undefined ? attemptKey('account', account) : attemptKey('account', account, knownSource)

/** A limit of so many attempts in a window of seconds; 0 = none. */
export interface WindowLimit {
  readonly limit: number
  readonly seconds: number
}

/** What a try was counted as; seconds to wait when it was refused. */
export interface SignInLimit {
  readonly waitSeconds: number | null
}

/** Takes one of the tries that a key has left; a refused try is not counted. */
export async function takeOneTry(tx: Transaction, key: string): Promise<SignInLimit> {
  if (await tx.first(takeTry, { key })) return { waitSeconds: null }
  return { waitSeconds: (await tx.first(remaining, { key }))?.seconds ?? 1 }
}

/** Counts an attempt in a window; a refused one is not counted. */
export async function countAttempt(
  tx: Transaction,
  key: string,
  { limit, seconds }: WindowLimit,
): Promise<SignInLimit> {
  if (limit === 0 || (await tx.first(countInWindow, { key, limit, window: seconds })))
    return { waitSeconds: null }
  return { waitSeconds: (await tx.first(remainingInWindow, { key }))?.seconds ?? 1 }
}

/** The tries that a sign-in uses up: one of its source's window, and one of the account's failures in a row. */
export interface SignInKeys {
  readonly window: string
  readonly failures: string
}

/**
 * The keys of a sign-in. The accounts that know the source share a window of their own there, apart from that of all
 * other names: who guesses at those from the same address does not lock out who has signed in from it.
 */
export const signInKeys = (account: string, source: string, isKnownSource: boolean): SignInKeys =>
  isKnownSource
    ? { window: attemptKey('sign-in', 'known', source), failures: accountKey(account, source) }
    : { window: attemptKey('sign-in', source), failures: accountKey(account) }

/** Counts a sign-in that will be evaluated. One that is refused uses up neither of its keys. */
export async function countSignIn(
  tx: Transaction,
  { window, failures }: SignInKeys,
  limit: WindowLimit,
): Promise<SignInLimit> {
  const bySource = await countAttempt(tx, window, limit)
  if (bySource.waitSeconds !== null) return bySource
  const byAccount = await takeOneTry(tx, failures)
  if (byAccount.waitSeconds !== null && limit.limit > 0) await tx.run(giveBack, { key: window })
  return byAccount
}

/** After a success: the window's count is given back, the failures in a row are forgotten. */
export function forgive(tx: Transaction, windowKey: string, failureKey: string): Promise<unknown> {
  return Promise.all([tx.run(giveBack, { key: windowKey }), tx.run(reset, { key: failureKey })])
}

const giveTryBack = sqlStatement<unknown>(
  sql`update attempts set count = greatest(count - 1, 0), blocked_until = least(blocked_until, now()) where key = ${at('key')}`,
)

/** Gives back what was counted for a try that was not evaluated after all. */
export function uncount(tx: Transaction, windowKey: string, failureKey: string): Promise<unknown> {
  return Promise.all([tx.run(giveBack, { key: windowKey }), tx.run(giveTryBack, { key: failureKey })])
}

/** The key of failures in a row to give the current password of an account. */
export const currentPasswordKey = (account: string) => attemptKey('current-password', account)

/**
 * Forgets the failures in a row at an account from sources that it does not know, and with its current password. False
 * when there were none.
 */
export async function openAccount(tx: Transaction, accountId: string): Promise<boolean> {
  const keys = [accountKey(accountId), currentPasswordKey(accountId)]
  const opened = await Promise.all(keys.map((key) => tx.run(reset, { key })))
  return opened.some((rows) => rows.length > 0)
}

/** After a sign-in its source is known: failures from there before it was forgotten count no more. */
export const forgiveSource = (tx: Transaction, account: string, source: string): Promise<unknown> =>
  tx.run(reset, { key: accountKey(account, source) })

/** Refuses an attempt that must wait. */
export function refuseWaiting(...verdicts: readonly SignInLimit[]): void {
  const waits = verdicts.map(({ waitSeconds }) => waitSeconds).filter((seconds) => seconds !== null)
  if (waits.length > 0)
    throw retryLater(
      'rate_limited',
      Math.max(...waits),
      `Too many attempts. Wait ${Math.max(1, Math.ceil(Math.max(...waits)))} seconds.`,
    )
}
