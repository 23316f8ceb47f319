import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../mail-server.ts'
import { startProcess } from '../process/child.ts'
import { migratedDatabase } from '../process/gate.ts'

const KILLS = 4
const MAILS = 100

test('killed again and again while it sends: no mail is lost, and each kill doubles one at most', async () => {
  const mail = await startMailServer()
  onTestFinished(() => mail.stop())
  const { url, sql, open } = await migratedDatabase()
  await open()
  await sql`
    insert into mail_outbox (id, kind, recipient, give_up_at)
    select 'M' || lpad(n::text, 25, '0'), 'password_changed', 'receiver' || n || '@example.org', now() + interval '1 day'
      from generate_series(1, ${MAILS}) n`
  const settings = { ...mail.settings, DATABASE_URL: url, LOG_LEVEL: 'silent', SIGN_UP: 'open' }
  const left = async () => {
    const [row] = await sql`select count(*)::int as mails from mail_outbox where sent_at is null`
    return Number(row?.mails)
  }
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = startProcess(settings)
    await child.ready
    const before = mail.received.length
    for (let tries = 0; tries < 600 && mail.received.length === before; tries += 1) await wait(5)
    await wait(Math.random() * 150)
    child.process.kill('SIGKILL')
    await child.exit
    // Skips the minute until the next try.
    await sql`update mail_outbox set due_at = now() where sent_at is null`
  }
  expect(await left()).toBeGreaterThan(0)
  await startProcess(settings).ready
  for (let tries = 0; tries < 1_200 && (await left()) > 0; tries += 1) await wait(100)
  const [row] = await sql`select count(*)::int as given_up from mail_outbox where given_up_at is not null`
  const receivers = mail.received.map(({ to }) => to)
  expect([row?.given_up, new Set(receivers).size]).toEqual([0, MAILS])
  const twice = receivers.length - MAILS
  expect(twice).toBeLessThanOrEqual(KILLS)
})
