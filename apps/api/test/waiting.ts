import type postgres from 'postgres'

/** A request that was started while a test held a lock. */
interface Started<T> {
  readonly answer: Promise<T>
  /** True if the request ended before enough connections waited. */
  readonly isOver: boolean
  /** The types of the locks that the connections wait for, sorted. */
  readonly kinds: readonly string[]
}

/**
 * Starts a request. Returns when it has ended, or when `waiting` connections wait for locks. Counts only connections to this
 * database, because the test files share a server.
 */
export async function startUntilWaiting<T>(
  sql: postgres.Sql,
  start: () => Promise<T>,
  waiting = 1,
): Promise<Started<T>> {
  let isOver = false
  const answer = start().finally(() => {
    isOver = true
  })
  let waits: readonly { locktype: string }[] = []
  while (!isOver && waits.length < waiting)
    waits = await sql<{ locktype: string }[]>`
      select distinct on (pid) locktype from pg_locks
       where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`
  return { answer, isOver, kinds: waits.map(({ locktype }) => locktype).sort() }
}
