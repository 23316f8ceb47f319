import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService, type TestUser } from '../service.ts'

let service: TestService
let users: TestUser[]

beforeAll(async () => {
  service = await startService()
  users = await Promise.all([service.signUp(), service.signUp(), service.signUp()])
})
afterAll(() => service.stop())

const cursor = (...values: unknown[]) =>
  Buffer.from(JSON.stringify(['A'.repeat(22), ...values])).toString('base64url')
const forged = [
  cursor(0, 'x'),
  cursor(true, 'x'),
  cursor(1e308, 1),
  cursor('x', false),
  cursor([], {}),
  cursor('\u0000', 'x'),
]

test('nobody is handed the answer to another question, whatever a cursor holds', async () => {
  const [attacker, ...victims] = users
  const attack = async (round: number) => {
    const query = { cursor: forged[round % forged.length] ?? '' }
    const result = await attacker?.client.me.sessions.list.safe(query)
    expect(result?.ok).toBe(false)
    expect(result && !result.ok && 'code' in result.error && result.error.code).toBe('validation_failed')
  }
  const readOwn = async (user: TestUser) => expect((await user.client.me.get()).id).toBe(user.id)
  for (let round = 0; round < 60; round += 1) {
    await Promise.all([attack(round), ...victims.map(readOwn), attack(round + 1), ...victims.map(readOwn)])
  }
})
