import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { end, launch } from '../../stack.ts'
import { startDatabase } from '../cluster.ts'

const TOGETHER = 8

/**
 * In each round, starts eight instances concurrently on an empty database, until one fails. All must serve, with one signing
 * key, one operator, and each migration applied once.
 */
export async function startTogether(
  root: string,
  rounds: number,
): Promise<{ starts: number; failed: number }> {
  const folder = join(root, 'apps/api')
  const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const migrations = JSON.parse(await readFile(join(folder, 'migrations/meta/_journal.json'), 'utf8')).entries
  const { database, stop } = await startDatabase()
  await database.proxy.open()
  let [failed, starts] = [0, 0]
  try {
    for (let round = 0; round < rounds && failed === 0; round += 1) {
      const name = `round${round}`
      await database.sql.unsafe(`create database ${name} owner commonhold`)
      const settings = {
        DATABASE_URL: database.url(name),
        DATABASE_SLOTS: '2',
        PORT: '0',
        LOG_LEVEL: 'fatal',
        SIGN_UP: 'open',
        DRAIN_SECONDS: '0',
        ADMIN_EMAIL: 'operator@example.org',
        ADMIN_PASSWORD: 'a password for operators',
      }
      const started = await Promise.allSettled(
        Array.from({ length: TOGETHER }, () => launch(scripts.start, folder, settings)),
      )
      starts += TOGETHER
      failed += started.filter(({ status }) => status === 'rejected').length
      await Promise.all(started.map((one) => (one.status === 'fulfilled' ? end(one.value.child) : undefined)))
      const counts = await countsOf(name)
      if (counts.keys !== 1 || counts.operators !== 1 || counts.migrations !== migrations.length) failed += 1
    }
  } finally {
    await stop()
  }
  return { starts, failed }

  async function countsOf(name: string) {
    const sql = database.connect(name)
    const [row] = await sql`
      select (select count(*)::int from signing_keys) as keys,
             (select count(*)::int from users where email is not null) as operators,
             (select count(*)::int from drizzle.__drizzle_migrations) as migrations`
    await sql.end({ timeout: 1 })
    return { keys: row?.keys, operators: row?.operators, migrations: row?.migrations }
  }
}
