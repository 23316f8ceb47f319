import { expect, test } from 'vitest'
import { atOnce } from '../auth/instances.ts'
import { send } from '../security/send.ts'
import { startProcess, statusOf } from './child.ts'
import { migratedDatabase } from './gate.ts'
import { LONGEST } from './longest.ts'
import { served } from './served.ts'

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

test.each([
  ['writes', 'POST /me/signout', false],
  ['reads', 'GET /me', false],
  ['public operations', 'POST /auth/refresh', true],
])(
  'when the network swallows everything, %s are 503 within the deadline, and soon served again',
  async (_, request, needsRefreshToken) => {
    const gate = await migratedDatabase()
    await gate.open()
    const child = startProcess({ DATABASE_URL: gate.url, DATABASE_SLOTS: '2' })
    const address = await child.ready
    const account = { email: 'ada@example.org', password: 'a password for tests' }
    const { json } = await served(() => send(address, 'POST /me/signup', { json: account }))
    const sent = needsRefreshToken
      ? { json: { refresh_token: json.refresh_token } }
      : { token: String(json.access_token) }
    const call = () => send(address, request, sent)
    gate.swallow()
    const replies = await atOnce(20, async (n) => {
      await pause(n * 250)
      return call()
    })
    expect(replies.map(({ status }) => status).filter((status) => status !== 503)).toEqual([])
    expect(Math.max(...replies.map(({ ms }) => ms))).toBeLessThan(LONGEST)
    expect(await statusOf(`${address}/livez`)).toBe(200)
    await gate.shut()
    await gate.open()
    await expect.poll(() => statusOf(`${address}/readyz`), { interval: 50 }).toBe(200)
    await expect.poll(async () => (await call()).status, { interval: 50 }).toBeLessThan(300)
  },
)
