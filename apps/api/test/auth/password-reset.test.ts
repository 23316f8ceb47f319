import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConnectionPool } from '../../src/db/connection-pool.ts'
import { transact } from '../../src/http/service.ts'
import { consumeLink } from '../../src/system/mail-tokens.repository.ts'
import { showOwnerEverything } from '../generated/database-view.ts'
import { type MailServer, startMailServer } from '../mail-server.ts'
import { send } from '../security/send.ts'
import { PASSWORD, startService, type TestService, type TestUser } from '../service.ts'
import { auditRows } from './audit-rows.ts'

const NEW_PASSWORD = 'another password for tests'

let mail: MailServer
let service: TestService
beforeAll(async () => {
  mail = await startMailServer()
  service = await startService({ ...mail.settings, MAIL_RATE: '0' })
})
afterAll(async () => {
  await service.stop()
  await mail.stop()
})

const forgot = (email: string) => service.anonymous.auth.requestPasswordReset({ email })

const SUBJECT = 'Set a new password'
const resetsTo = (email: string) =>
  mail.received.filter(({ to, subject }) => to === email && subject === SUBJECT)

/** Requests the mail and returns the secret of its link. */
async function linkTo({ email }: TestUser): Promise<string> {
  const before = resetsTo(email).length
  await forgot(email)
  return (await mail.mailsTo(email, before + 1, SUBJECT)).at(-1)?.token ?? ''
}

const reset = (token: string, password = NEW_PASSWORD) =>
  send(service.address, 'POST /auth/reset-password', { json: { token, password } })
const signIn = (email: string, password: string) =>
  send(service.address, 'POST /auth/token', { json: { email, password } })

test('a link in a mail sets a new password, once, and ends every session', async () => {
  const ada = await service.signUp()
  const token = await linkTo(ada)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect((await reset(token)).status).toBe(204)
  expect((await send(service.address, 'GET /me', { token: ada.token })).status).toBe(401)
  expect((await signIn(ada.email, PASSWORD)).status).toBe(401)
  expect((await signIn(ada.email, NEW_PASSWORD)).status).toBe(200)
  expect((await reset(token)).json).toMatchObject({ status: 422, code: 'link_not_valid' })
  const [notice] = await mail.mailsTo(ada.email, 1, 'Your password was changed')
  expect(notice?.token).toBe('')
})

test('the mail is plain text and HTML, links to the page alone, and says for whom it is', async () => {
  const ada = await service.signUp()
  await send(service.address, 'POST /auth/forgot-password', {
    json: { email: ada.email },
    headers: { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
  })
  const [got] = await mail.mailsTo(ada.email, 1, SUBJECT)
  expect(got).toMatchObject({ subject: 'Set a new password', from: 'no-reply@commonhold.test' })
  for (const content of [got?.text ?? '', got?.html ?? '']) {
    expect(content).toContain(`https://app.commonhold.test/reset-password#token=${got?.token}`)
    expect(content).toContain(ada.email)
    expect(content).not.toContain('evil.example')
    expect(content.match(/https?:\/\/[^/"\s]+/g)?.every((url) => url === 'https://app.commonhold.test')).toBe(
      true,
    )
  }
})

test('a password that is refused leaves the link as it is', async () => {
  const ada = await service.signUp()
  const token = await linkTo(ada)
  for (const weak of ['password', 'short', ada.email.split('@')[0] ?? ''])
    expect((await reset(token, weak)).json).toMatchObject({ status: 422, code: 'validation_failed' })
  expect((await reset(token)).status).toBe(204)
})

test('a link works for half an hour', async () => {
  const ada = await service.signUp()
  const token = await linkTo(ada)
  const [life] = await service.database.sql`
    select round(extract(epoch from expires_at - created_at)) as seconds from mail_tokens where user_id = ${ada.id} and purpose = 'reset_password'`
  expect(Number(life?.seconds)).toBe(1_800)
  await service.database.sql`update mail_tokens set expires_at = now() where user_id = ${ada.id}`
  expect((await reset(token)).json).toMatchObject({ code: 'link_not_valid' })
})

test('one used link ends the others of the account', async () => {
  const ada = await service.signUp()
  const [first, second] = [await linkTo(ada), await linkTo(ada)]
  expect(first).not.toBe(second)
  expect((await reset(second)).status).toBe(204)
  expect((await reset(first, 'yet another password')).json).toMatchObject({ code: 'link_not_valid' })
})

test('a link does nothing for an account that is deactivated or has another address by then', async () => {
  const [gone, moved] = [await service.signUp(), await service.signUp()]
  const tokens = [await linkTo(gone), await linkTo(moved)]
  await service.database.sql`update users set status = 'deactivated' where id = ${gone.id}`
  await service.database.sql`update users set email = ${`new-${moved.email}`} where id = ${moved.id}`
  for (const token of tokens) expect((await reset(token)).json).toMatchObject({ code: 'link_not_valid' })
})

test('a reset lifts the limit on sign-ins of the account', async () => {
  const ada = await service.signUp()
  await service.database.sql`delete from known_sources where user_id = ${ada.id}`
  for (let n = 0; n < 6; n += 1) await signIn(ada.email, `wrong ${n}`)
  expect((await signIn(ada.email, PASSWORD)).status).toBe(429)
  expect((await reset(await linkTo(ada))).status).toBe(204)
  expect((await signIn(ada.email, NEW_PASSWORD)).status).toBe(200)
})

test('a thousand uses of one link by fifty clients set one password', async () => {
  const ada = await service.signUp()
  const token = await linkTo(ada)
  let left = 1_000
  const won: string[] = []
  const statuses = new Set<number>()
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      while (left > 0) {
        left -= 1
        const password = `a password of client ${left}`
        const { status } = await reset(token, password)
        statuses.add(status)
        if (status === 204) won.push(password)
      }
    }),
  )
  expect(won).toHaveLength(1)
  // 422: the request came too late. 503: the queue for hashing was full.
  expect([...statuses].every((status) => [204, 422, 503].includes(status))).toBe(true)
  expect((await signIn(ada.email, won[0] ?? '')).status).toBe(200)
})

test('of transactions that use one link at once, one finds it', async () => {
  const token = await linkTo(await service.signUp())
  const connections = new ConnectionPool(service.database.runtime, 20)
  // Each transaction stays open for a while, so that the others start before it commits.
  const use = () =>
    transact(connections, async (tx) => {
      await consumeLink(tx, 'reset_password', token)
      await wait(100)
    })
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, use))
  await connections.close()
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('neither the database nor the audit log holds the secret of a link', async () => {
  const ada = await service.signUp()
  const token = await linkTo(ada)
  const { sql } = service.database
  await showOwnerEverything(sql)
  const tables = await sql<
    { name: string }[]
  >`select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`
  for (const { name } of tables) {
    const found = await sql`select 1 from ${sql(name)} t where position(${token} in to_jsonb(t)::text) > 0`
    expect([name, found.length]).toEqual([name, 0])
  }
  const entries = await auditRows(service.database, [await reset(token)])
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({ action: 'updated', record_id: ada.id, reason: 'password_reset' })
})

test('an address without an account gets nothing, or a mail that says so', async () => {
  const mailing = await startService({ ...mail.settings, MAIL_RATE: '0', MAIL_UNKNOWN: 'tell' })
  try {
    await mailing.anonymous.auth.requestPasswordReset({ email: 'reset@example.org' })
    expect((await mail.mailsTo('reset@example.org'))[0]).toMatchObject({
      subject: 'There is no account with this address',
      token: '',
    })
  } finally {
    await mailing.stop()
  }
  await forgot('silent@example.org')
  const ada = await service.signUp()
  await linkTo(ada)
  await wait(100)
  expect(mail.received.filter(({ to }) => to === 'silent@example.org')).toEqual([])
  expect(
    await service.database.sql`select 1 from mail_outbox where recipient = 'silent@example.org'`,
  ).toHaveLength(0)
})

test('mails are limited for each address and each source, and the answer stays the same', async () => {
  const limited = await startService({ ...mail.settings, MAIL_RATE: '5' })
  try {
    const [ada, bob] = [await limited.signUp(), await limited.signUp()]
    const request = (email: string) =>
      send(limited.address, 'POST /auth/forgot-password', { json: { email } })
    // One address after the other: otherwise the source's limit could leave the first address fewer mails than its own limit.
    const replies = [
      ...(await Promise.all(Array.from({ length: 5 }, () => request(ada.email)))),
      ...(await Promise.all(Array.from({ length: 3 }, () => request(bob.email)))),
    ]
    const texts = replies.map(({ status, text }) => [status, text])
    expect(new Set(texts.map(String)).size).toBe(1)
    await mail.mailsTo(ada.email, 3, SUBJECT)
    await wait(1_500)
    expect(resetsTo(ada.email)).toHaveLength(3)
    const [row] = await limited.database
      .sql`select count(*)::int as mails from mail_outbox where kind = 'password_reset'`
    expect(row?.mails).toBeLessThanOrEqual(5)
  } finally {
    await limited.stop()
  }
})
