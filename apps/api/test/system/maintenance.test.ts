import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConnectionPool } from '../../src/db/connection-pool.ts'
import { startMaintenance } from '../../src/system/maintenance.service.ts'
import { startService, type TestService } from '../service.ts'

let service: TestService
let connections: ConnectionPool
beforeAll(async () => {
  service = await startService({ ROLE: 'api' })
  connections = new ConnectionPool(service.database.runtime, 1)
})
afterAll(async () => {
  await connections.close()
  await service.stop()
})

test('expired rows are deleted, however many they are, and nothing else', async () => {
  const { sql } = service.database
  const { id: userId } = await service.signUp()
  // More rows than one transaction deletes.
  await sql`
    insert into attempts (key, count, updated_at, blocked_until)
    select 'old ' || n, 1, now() - interval '25 hours', now() from generate_series(1, 5001) n`
  await sql`
    insert into attempts (key, count, updated_at, blocked_until)
    values ('locked', 100, now() - interval '25 hours', now()), ('new', 1, now(), now())`
  await sql`
    insert into mail_tokens (token_hash, purpose, user_id, email, expires_at)
    values ('old', 'verify_email', ${userId}, 'ada@example.org', now() - interval '1 second'),
           ('new', 'verify_email', ${userId}, 'ada@example.org', now() + interval '1 hour')`
  const maintenance = startMaintenance(connections, pino({ level: 'silent' }))
  const left = async () => ({
    attempts: (
      await sql`select key from attempts where key in ('locked', 'new') or key like 'old %' order by key`
    ).map(({ key }) => key),
    links: (await sql`select token_hash from mail_tokens`).map(({ token_hash }) => token_hash),
  })
  await expect.poll(left).toEqual({ attempts: ['locked', 'new'], links: ['new'] })
  maintenance.stop()
})
