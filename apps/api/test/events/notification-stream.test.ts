import { encodeTime } from 'ulidx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { createDatabase, type TestDatabase } from '../database.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { addToGroup, createTenant, grantOnly } from '../world.ts'
import { openStream, positionIn } from './streams.ts'

let database: TestDatabase
let service: TestService
let ada: TestUser
let bob: TestUser
let carol: TestUser
let tenantId: string

beforeAll(async () => {
  database = await createDatabase()
  service = await startService({ ROLE: 'all' }, database)
  ada = await service.signUp()
  bob = await service.signUp()
  carol = await service.signUp()
  tenantId = await createTenant(service, { owners: [ada, bob, carol] })
})
afterAll(async () => {
  await service.stop()
  await database.drop()
})

const as = (user: TestUser) => service.as(user.token, tenantId)
const follow = ({ token }: TestUser, position?: string, query = '') =>
  openStream(`${service.address}/me/notifications${query}`, { token, tenantId, position })
/** Ada assigns an issue to a user. */
const assign = async (user: TestUser, title: string = newId()) =>
  (await as(ada).issues.create({ title, assignee_id: user.id })).id

test('a stream has notifications as they are made, and who is cut off receives the rest in order, once', async () => {
  const stream = await follow(bob)
  expect(stream.response.headers.get('content-type')).toContain('text/event-stream')
  const start = positionIn(await stream.until('id: '))
  const first = await assign(bob)
  const text = await stream.until(first)
  expect(text).toContain('event: notification\ndata: {')
  const [listed] = await as(bob).me.notifications.list()
  expect(JSON.parse(text?.match(/^data: (.+)$/m)?.[1] ?? '')).toEqual(listed)
  const position = positionIn(await stream.until(`id: ${listed?.id}`))
  stream.leave()
  const missed = [await assign(bob), await assign(bob)]
  for (const [from, expected] of [
    [position, missed],
    [start, [first, ...missed]],
  ] as const) {
    const again = await follow(bob, from)
    const received = await again.until(missed[1] ?? '')
    expect([...(received ?? '').matchAll(/"issue_id":"(\w+)"/g)].map(([, id]) => id)).toEqual(expected)
    again.leave()
  }
})

test('nobody receives notifications of others, nor of what they may not read', async () => {
  const dan = await service.signUp()
  await grantOnly(service, tenantId, dan, ['issues:read'])
  const stream = await follow(dan)
  const filtered = await follow(dan, undefined, '?kind=mentioned')
  const ofCarol = await assign(carol)
  const { id: internal } = await as(ada).issues.create({ title: 'Discussed by agents' })
  await database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    await sql`insert into notifications (tenant_id, id, user_id, kind, issue_id, is_internal, event_id, request_id)
      values (${tenantId}, ${newId()}, ${dan.id}, 'watched', ${internal}, true, ${newId()}, ${newId()})`
  })
  const own = await assign(dan)
  const received = await stream.until(own)
  expect(received).not.toContain(ofCarol)
  expect(received).not.toContain(internal)
  const username = `dan${newId().toLowerCase().slice(-8)}`
  await database.sql`update users set username = ${username} where id = ${dan.id}`
  await as(ada).issues.comments.create({ issue_id: own }, { body: `@${username}, have a look` })
  expect(await filtered.until('"kind":"mentioned"')).not.toContain('"kind":"assigned"')
  filtered.leave()
  stream.leave()
})

test('a stream ends with the session, before anything that comes then', async () => {
  const eve = await service.signUp()
  await addToGroup(service, tenantId, 'users', eve)
  const stream = await follow(eve)
  await stream.until('id: ')
  await as(eve).me.signOut()
  const later = await assign(eve)
  expect(await stream.until(later)).toBeUndefined()
})

test('notifications come in the order of their ids, also from an instance whose clock is behind', async () => {
  const stream = await follow(carol)
  const ahead = await assign(carol)
  await stream.until(ahead)
  // As if the instance that created it had a clock two minutes ahead.
  const [moved] = await database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    const id = `${encodeTime(Date.now() + 120_000, 10)}${newId().slice(-10)}000001`
    return sql<{ id: string }[]>`
      update notifications set id = ${id} where tenant_id = ${tenantId} and issue_id = ${ahead} returning id`
  })
  stream.leave()
  const again = await follow(carol, moved?.id)
  const next = await assign(carol)
  expect(await again.until(next)).not.toContain(ahead)
  again.leave()
})

test('a stream has no pages, and begins at an id', async () => {
  for (const query of ['?limit=5', '?count=true', '?sort=-created_at']) {
    const { response } = await follow(bob, undefined, query)
    expect([response.status, await response.text()]).toEqual([
      422,
      expect.stringContaining('a stream has no pages'),
    ])
  }
  const { response } = await follow(bob, 'nowhere')
  expect([response.status, await response.text()]).toEqual([422, expect.stringContaining('Last-Event-ID')])
})

test('the notifications that one waits for count among the requests that wait', async () => {
  const fay = await service.signUp()
  await addToGroup(service, tenantId, 'users', fay)
  const streams = await Promise.all(Array.from({ length: 9 }, () => follow(fay)))
  expect(streams.map(({ response }) => response.status).sort()).toEqual([...Array(8).fill(200), 429])
  for (const { leave } of streams) leave()
})
