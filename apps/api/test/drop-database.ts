import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'

const INSUFFICIENT_PRIVILEGE = '42501'
const PAUSE_MS = 100

/**
 * Drops a database with whoever is still connected to it. An owner who is no superuser may not end
 * the server's own vacuum of that database, so its end is waited for.
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
