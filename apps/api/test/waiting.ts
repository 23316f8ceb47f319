import type postgres from 'postgres'

/** A request that was started while a test held a lock. */
interface Started<T> {
  readonly answer: Promise<T>
  /** Whether it was over before anybody waited. */
  readonly isOver: boolean
  /** Kinds of the locks that were waited for, sorted. */
  readonly kinds: readonly string[]
}

/**
 * Starts a request, and answers once it is over or so many connections wait for locks. Only this database's count:
 * the files of a run share a server.
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
