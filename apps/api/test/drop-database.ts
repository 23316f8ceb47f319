import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'

const INSUFFICIENT_PRIVILEGE = '42501'
const PAUSE_MS = 100

/**
 * Drops a database and ends its connections. An owner without superuser rights may not end the server's own vacuum of that
 * database, so this waits for its end.
 */
export async function dropDatabase(admin: postgres.Sql, name: string, tries = 100): Promise<void> {
  try {
    await admin`drop database if exists ${admin(name)} with (force)`
  } catch (error) {
    const isVacuumed = error instanceof postgres.PostgresError && error.code === INSUFFICIENT_PRIVILEGE
    if (!isVacuumed || tries === 1) throw error
    await delay(PAUSE_MS)
    await dropDatabase(admin, name, tries - 1)
  }
}
