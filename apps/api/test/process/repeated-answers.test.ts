import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../database.ts'
import { send } from '../security/send.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { type RepeatingProxy, startRepeatingProxy } from './repeating-proxy.ts'

describe('a connection that has lost step and repeats the answer to somebody else', () => {
  let database: TestDatabase
  let service: TestService
  let proxy: RepeatingProxy
  let ada: TestUser
  let grace: TestUser

  beforeAll(async () => {
    database = await createDatabase()
    const { host = '', port = 0 } = database.runtime
    proxy = await startRepeatingProxy({ host, port })
    const runtime = { ...database.runtime, host: '127.0.0.1', port: proxy.port }
    service = await startService({ DATABASE_SLOTS: '1', ROLE: 'api' }, { ...database, runtime })
    ada = await service.signUp('ada')
    grace = await service.signUp('grace')
  })
  afterAll(async () => {
    await service.stop()
    await proxy.stop()
    await database.drop()
  })

  const get = (user: TestUser, path: string) => send(service.address, `GET ${path}`, { token: user.token })

  test.each(['/me', '/me/sessions'])(
    'is found out by a read of %s: 503, never their answer',
    async (path) => {
      for (const user of [ada, grace, ada, grace]) expect((await get(user, path)).status).toBe(200)
      proxy.recordNext()
      expect((await get(ada, path)).status).toBe(200)
      proxy.repeatNext()
      const before = proxy.repeated
      const reply = await get(grace, path)
      expect(proxy.repeated).toBe(before + 1)
      expect(reply.json).toMatchObject({ status: 503, code: 'unavailable' })
      for (const theirs of [ada.id, ada.email, ada.sessionId]) expect(reply.text).not.toContain(theirs)
      const after = await get(grace, path)
      expect([after.status, after.text.includes(grace.id) || after.text.includes(grace.sessionId)]).toEqual([
        200,
        true,
      ])
    },
  )

  test.each([
    ['/me/sessions', '/me'],
    ['/me', '/me/sessions'],
  ])(
    'is found out where the columns differ, too: the answer to %s in the place of that to %s',
    async (recorded, path) => {
      for (const user of [ada, grace, ada, grace]) expect((await get(user, path)).status).toBe(200)
      proxy.recordNext()
      expect((await get(ada, recorded)).status).toBe(200)
      proxy.repeatNext()
      const reply = await get(grace, path)
      expect(reply.json).toMatchObject({ status: 503, code: 'unavailable' })
      for (const theirs of [ada.id, ada.email, ada.sessionId]) expect(reply.text).not.toContain(theirs)
      expect((await get(grace, path)).status).toBe(200)
    },
  )

  test('is found out by a write: 503, and nothing is changed', async () => {
    const write = (user: TestUser, extra: object) =>
      send(service.address, 'PATCH /me/preferences', { token: user.token, json: { extra } })
    for (const user of [ada, grace, ada, grace]) expect((await write(user, { a: 1 })).status).toBe(200)
    proxy.recordNext()
    expect((await write(ada, { a: 2 })).status).toBe(200)
    proxy.repeatNext()
    const before = proxy.repeated
    const reply = await write(grace, { a: 3 })
    expect(proxy.repeated).toBe(before + 1)
    expect(reply.json).toMatchObject({ status: 503, code: 'unavailable' })
    expect((await get(grace, '/me/preferences')).json).toMatchObject({ extra: { a: 1 } })
    expect((await write(grace, { a: 4 })).status).toBe(200)
  })
})
