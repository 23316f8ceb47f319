import { expect, onTestFinished, test } from 'vitest'
import { ConnectionPool } from '../../src/db/connection-pool.ts'
import { transact } from '../../src/http/service.ts'
import { addSigningKey, retireKey, storedKeys } from '../../src/system/keys.service.ts'
import { send, tally } from '../security/send.ts'
import { PASSWORD, startService, type TestService } from '../service.ts'
import { atOnce, type Instances, startTwo } from './instances.ts'

async function started(): Promise<Instances> {
  const instances = await startTwo()
  onTestFinished(() => instances.stop())
  return instances
}

/** Adds a signing key, as an operator would. */
async function rotate({ database }: TestService): Promise<void> {
  const slots = new ConnectionPool(database.runtime, 1)
  await transact(slots, addSigningKey)
  await slots.close()
}

const keyOf = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
const me = (address: string, token: string) => send(address, 'GET /me', { token })
const newToken = async (service: TestService, email: string) =>
  (await service.anonymous.auth.createToken({ email, password: PASSWORD })).access_token
const retire = ({ database }: TestService, id: unknown) =>
  database.sql`update signing_keys set retired_at = now() where id = ${String(id)}`

test('two instances that start on an empty database share one key', async () => {
  const { first, second } = await started()
  const ada = await first.signUp()
  const bob = await second.signUp()
  expect(keyOf(ada.token)).toBe(keyOf(bob.token))
  expect(await first.database.sql`select from signing_keys`).toHaveLength(1)
})

test('a new key signs nobody out, and comes into use', async () => {
  const { first, second } = await started()
  const ada = await first.signUp()
  await rotate(first)
  for (const { address } of [first, second]) expect((await me(address, ada.token)).status).toBe(200)
  await expect
    .poll(async () => keyOf(await newToken(second, ada.email)), { interval: 250 })
    .not.toBe(keyOf(ada.token))
  const latest = await newToken(second, ada.email)
  for (const token of [ada.token, latest])
    for (const { address } of [first, second]) expect((await me(address, token)).status).toBe(200)
})

test('no instance signs with a key that another does not know yet', async () => {
  const { first, second } = await started()
  const ada = await first.signUp()
  for (let round = 0; round < 3; round += 1) {
    // Makes the second instance look for keys now: it will not look again soon.
    await newToken(second, ada.email)
    await me(second.address, forged(ada.token))
    await rotate(first)
    const ends = performance.now() + 1_300
    while (performance.now() < ends) {
      const token = await newToken(first, ada.email)
      expect((await me(second.address, token)).status).toBe(200)
    }
  }
})

/** The token with an unknown key id, which makes an instance look for new keys. */
function forged(token: string): string {
  const [, claims, signature] = token.split('.')
  const header = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'at+jwt', kid: 'unknown' })).toString(
    'base64url',
  )
  return `${header}.${claims}.${signature}`
}

test('while keys change under load nobody is refused', async () => {
  const { first, second } = await started()
  const users = await Promise.all(Array.from({ length: 4 }, () => first.signUp()))
  let over = false
  const statuses: number[] = []
  const callers = atOnce(4, async (n) => {
    while (!over) {
      const service = n % 2 === 0 ? first : second
      statuses.push((await me(service.address, users[n]?.token ?? '')).status)
    }
  })
  for (let n = 0; n < 3; n += 1) await rotate(n % 2 === 0 ? first : second)
  await expect.poll(() => statuses.length).toBeGreaterThan(100)
  over = true
  await callers
  expect(Object.keys(tally(statuses))).toEqual(['200'])
})

test("a retired key's tokens fail at once on every instance", async () => {
  const { first, second } = await started()
  const ada = await first.signUp()
  expect((await me(second.address, ada.token)).status).toBe(200)
  await rotate(first)
  await retire(first, keyOf(ada.token))
  for (const { address } of [second, first]) {
    const reply = await me(address, ada.token)
    expect(reply.status).toBe(401)
    expect(reply.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
  }
  await expect
    .poll(async () => (await me(second.address, await newToken(first, ada.email))).status, { interval: 250 })
    .toBe(200)
})

const secret = (fill: string) => Buffer.alloc(32, fill).toString('base64url')

test('keys from the settings: the first signs, all verify, and none is made', async () => {
  const first = await startService({ TOKEN_KEYS: `old:${secret('o')}` })
  onTestFinished(() => first.stop())
  const second = await startService({ TOKEN_KEYS: `new:${secret('n')},old:${secret('o')}` }, first.database)
  onTestFinished(() => second.stop())
  const ada = await first.signUp()
  const bob = await second.signUp()
  expect([keyOf(ada.token), keyOf(bob.token)]).toEqual(['old', 'new'])
  expect((await me(second.address, ada.token)).status).toBe(200)
  expect((await me(second.address, bob.token)).status).toBe(200)
  expect((await me(first.address, bob.token)).status).toBe(401)
  expect(await first.database.sql`select from signing_keys`).toHaveLength(0)
})

test('a key of the same name with another secret verifies nothing', async () => {
  const first = await startService({ TOKEN_KEYS: `one:${secret('o')}` })
  onTestFinished(() => first.stop())
  const second = await startService({ TOKEN_KEYS: `one:${secret('x')}` }, first.database)
  onTestFinished(() => second.stop())
  expect((await me(second.address, (await first.signUp()).token)).status).toBe(401)
})

test('the last key in use is not retired, whoever else retires one at the same time', async () => {
  const service = await startService()
  onTestFinished(() => service.stop())
  const ada = await service.signUp()
  const first = String(keyOf(ada.token))
  const slots = new ConnectionPool(service.database.runtime, 2)
  onTestFinished(() => slots.close())
  const retiring = (id: string) => transact(slots, (tx) => retireKey(tx, id))
  expect(await retiring('nobody')).toBe('unknown')
  expect(await retiring(first)).toBe('last')
  expect((await me(service.address, ada.token)).status).toBe(200)
  const second = await transact(slots, addSigningKey)
  expect((await Promise.all([retiring(first), retiring(second)])).sort()).toEqual(['last', 'retired'])
  expect(await service.database.sql`select from signing_keys where retired_at is null`).toHaveLength(1)
})

test('keys that could not be read are requested again at once', async () => {
  const { first } = await started()
  const ada = await first.signUp()
  const slots = new ConnectionPool(first.database.runtime, 1)
  onTestFinished(() => slots.close())
  const id = String(keyOf(ada.token))
  let isAway = true
  const keys = storedKeys((work) =>
    isAway ? Promise.reject(new Error('the database is away')) : transact(slots, work),
  )
  await expect(keys.verifying(id)).rejects.toThrow('the database is away')
  isAway = false
  expect(await keys.verifying(id)).toHaveLength(32)
})
