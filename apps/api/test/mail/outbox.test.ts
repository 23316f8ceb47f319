import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { ConnectionPool } from '../../src/db/connection-pool.ts'
import { transact } from '../../src/http/service.ts'
import { addMail, claimDueMail } from '../../src/mail/outbox.ts'
import { createDatabase, type TestDatabase } from '../database.ts'
import { type MailServer, startMailServer } from '../mail-server.ts'
import { startProcess } from '../process/child.ts'
import { migratedDatabase } from '../process/gate.ts'
import { startService, type TestService } from '../service.ts'

let mail: MailServer
let database: TestDatabase
let service: TestService
beforeAll(async () => {
  mail = await startMailServer()
  database = await createDatabase()
  service = await startService({ ...mail.settings }, database)
})
afterAll(async () => {
  await service.stop()
  await database.drop()
  await mail.stop()
})
beforeEach(() => mail.behave('accept'))

let serial = 0

/** Adds a mail to the outbox, due immediately. Returns its recipient. */
async function queue(usefulFor = 3_600): Promise<string> {
  serial += 1
  const recipient = `receiver${serial}@example.org`
  await database.sql`
    insert into mail_outbox (id, kind, recipient, give_up_at)
    values (${newId()}, 'password_changed', ${recipient}, now() + make_interval(secs => ${usefulFor}))`
  return recipient
}

interface Row {
  readonly tries: number
  readonly sent_at: string | null
  readonly given_up_at: string | null
  readonly failure: string | null
  readonly due_in: number
}

/** Waits until the row of a recipient is as the test expects, and returns it. */
async function rowOf(recipient: string, matches: (row: Row) => boolean): Promise<Row> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    const [row] = await database.sql<Row[]>`
      select tries, sent_at, given_up_at, failure, extract(epoch from due_at - now())::float8 as due_in
        from mail_outbox where recipient = ${recipient}`
    if (row && matches(row)) return row
    await wait(50)
  }
  throw new Error(`the mail to ${recipient} never was as expected`)
}

/** Makes the next try due now. */
const letTimePass = (recipient: string) =>
  database.sql`update mail_outbox set due_at = now() where recipient = ${recipient}`

const mailsTo = (recipient: string) => mail.received.filter(({ to }) => to === recipient)

test('a mail of a transaction that is rolled back is never sent', async () => {
  const connections = new ConnectionPool(database.runtime, 1)
  const add = (recipient: string) => async (tx: Parameters<Parameters<typeof transact>[1]>[0]) => {
    await addMail(tx, { kind: 'password_changed', recipient, usefulFor: 60 })
    if (recipient.startsWith('undone')) throw new Error('undone')
  }
  await expect(transact(connections, add('undone@example.org'))).rejects.toThrow('undone')
  await transact(connections, add('done@example.org'))
  await connections.close()
  await mail.mailsTo('done@example.org')
  expect(mailsTo('undone@example.org')).toEqual([])
})

test('a mail that the server cannot take now is tried again, from one minute to a day later', async () => {
  mail.behave('busy')
  const receiver = await queue(30 * 86_400)
  const waits: number[] = []
  for (let tries = 1; tries <= 8; tries += 1) {
    const { due_in } = await rowOf(receiver, (row) => row.tries === tries && row.failure !== null)
    waits.push(Math.round(due_in / 60))
    await database.sql`update mail_outbox set failure = null where recipient = ${receiver}`
    await letTimePass(receiver)
  }
  expect(waits).toEqual([1, 4, 16, 64, 256, 1_024, 1_440, 1_440])
  const row = await rowOf(receiver, ({ given_up_at }) => given_up_at !== null)
  expect([row.tries, row.sent_at, row.failure]).toEqual([9, null, 'EMESSAGE 451 DATA'])
  mail.behave('accept')
  await letTimePass(receiver)
  await wait(1_500)
  expect(mailsTo(receiver)).toEqual([])
})

test('a mail is sent once the server is back', async () => {
  mail.behave('busy')
  const receiver = await queue()
  await rowOf(receiver, ({ failure }) => failure !== null)
  mail.behave('accept')
  await letTimePass(receiver)
  await mail.mailsTo(receiver)
  const row = await rowOf(receiver, ({ sent_at }) => sent_at !== null)
  expect([row.tries, row.failure]).toEqual([2, null])
})

test('a mail whose receiver the server refuses for good finally fails', async () => {
  mail.behave('refuse_receiver')
  const receiver = await queue()
  const row = await rowOf(receiver, ({ given_up_at }) => given_up_at !== null)
  expect([row.tries, row.failure]).toEqual([1, 'EENVELOPE 550 RCPT TO'])
})

test('a mail that is of no use any more is not sent', async () => {
  const receiver = await queue(0)
  await rowOf(receiver, ({ given_up_at }) => given_up_at !== null)
  expect(mailsTo(receiver)).toEqual([])
})

test('a server that falls silent delays a mail for seconds, and later mails are sent', async () => {
  mail.behave('stall')
  const receiver = await queue()
  await expect.poll(() => mail.stalled).toBe(1)
  mail.behave('accept')
  const row = await rowOf(receiver, ({ failure }) => failure !== null)
  expect([row.failure, row.sent_at]).toEqual(['ETIMEDOUT CONN', null])
  await mail.mailsTo(await queue())
})

test('a mail that the server stored without an answer is sent again as the same message', async () => {
  mail.behave('keep_and_drop')
  const receiver = await queue()
  await rowOf(receiver, ({ failure }) => failure !== null)
  mail.behave('accept')
  await letTimePass(receiver)
  const both = await mail.mailsTo(receiver, 2)
  expect(new Set(both.map(({ messageId }) => messageId)).size).toBe(1)
})

test('of many that look for mails at once, each mail is claimed by one', async () => {
  const own = await createDatabase()
  const connections = new ConnectionPool(own.runtime, 20)
  await own.sql`
    insert into mail_outbox (id, kind, recipient, give_up_at)
    select 'M' || lpad(n::text, 25, '0'), 'password_changed', 'one@example.org', now() + interval '1 hour'
      from generate_series(1, 1000) n`
  const claimed: string[] = []
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (;;) {
        const mail = await transact(connections, claimDueMail)
        if (!mail) return
        claimed.push(mail.id)
      }
    }),
  )
  await connections.close()
  await own.drop()
  expect([claimed.length, new Set(claimed).size]).toEqual([1_000, 1_000])
})

test('two instances send each mail once', async () => {
  const second = await startService({ ...mail.settings }, database)
  try {
    const receivers: string[] = []
    for (let n = 0; n < 100; n += 1) receivers.push(await queue())
    for (const receiver of receivers) await mail.mailsTo(receiver)
    await wait(1_500)
    expect(receivers.map((receiver) => mailsTo(receiver).length)).toEqual(receivers.map(() => 1))
  } finally {
    await second.stop()
  }
})

test('killing the sender with mails under way loses none and doubles none', async () => {
  const other = await startMailServer()
  onTestFinished(() => other.stop())
  const { url, sql, open } = await migratedDatabase()
  await open()
  const settings = { ...other.settings, DATABASE_URL: url, LOG_LEVEL: 'silent', SIGN_UP: 'open' }
  other.behave('stall')
  const first = startProcess(settings)
  await first.ready
  const receivers = Array.from({ length: 10 }, (_, n) => `killed${n}@example.org`)
  for (const recipient of receivers)
    await sql`
      insert into mail_outbox (id, kind, recipient, give_up_at, due_at)
      values (${newId()}, 'password_changed', ${recipient}, now() + interval '1 hour', now() - interval '1 minute')`
  await expect.poll(() => other.stalled).toBe(1)
  const underWay = await sql`select due_at > now() as is_later from mail_outbox where tries = 1`
  expect([...underWay]).toEqual([{ is_later: true }])
  first.process.kill('SIGKILL')
  await first.exit
  // On a slow machine, the other mails may take longer than the minute until the next try.
  await sql`update mail_outbox set due_at = due_at + interval '1 hour' where tries = 1`
  other.behave('accept')
  await startProcess(settings).ready
  // Mails that were not being sent are sent immediately. The one that was being sent waits for its next try.
  await expect.poll(() => other.received.length).toBe(9)
  await wait(1_500)
  expect(other.received).toHaveLength(9)
  await sql`update mail_outbox set due_at = now() where sent_at is null`
  await expect.poll(() => other.received.length).toBe(10)
  await wait(1_500)
  expect(other.received.map(({ to }) => to).sort()).toEqual([...receivers].sort())
})
