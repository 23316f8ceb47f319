import { connect, type Socket } from 'node:net'
import { contract, createClient } from '@commonhold/contract'
import { expect, onTestFinished, test } from 'vitest'
import { startProcess } from '../process/child.ts'
import { migratedDatabase } from '../process/gate.ts'
import { repeated } from '../repeated.ts'
import { rawRequest } from './raw-socket.ts'
import { median, send } from './send.ts'

const ATTACKERS = 1_000
const WRITERS = 4
const ROUNDS = 60
const WARM_UP = 20

/** The announced lengths in bytes: more than is accepted, and exactly what is accepted. */
const lengths = [1_048_576, 16_384]

/** Clients that announce a body, send one byte of it and wait. A client whose connection is closed connects again. */
function startAttack(address: string, localAddress: string) {
  const { hostname, port } = new URL(address)
  const sockets = new Set<Socket>()
  const state = { isOver: false, sent: 0 }
  const begin = (length: number) => {
    const head = ['Content-Type: application/json', `Content-Length: ${length}`]
    if (state.isOver) return
    const socket = connect({ host: hostname, port: Number(port), localAddress })
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      setTimeout(() => begin(length), 2_000)
    })
    socket.on('connect', () => {
      state.sent += 1
      socket.resume()
      socket.write(rawRequest('POST /auth/forgot-password', head, '{'))
    })
  }
  for (let n = 0; n < ATTACKERS; n += 1) begin(lengths[n % lengths.length] ?? 0)
  onTestFinished(() => {
    state.isOver = true
    for (const socket of sockets) socket.destroy()
  })
  return { isUnderWay: () => state.sent >= ATTACKERS }
}

/** Milliseconds of one write with a token and one without. */
async function timeWrite(address: string, token: string): Promise<number> {
  const json = { name: `Model ${crypto.randomUUID()}`, tracking_type: 'countable' }
  const created = await send(address, 'POST /asset-models', { token, json })
  const answer = await send(address, 'POST /auth/forgot-password', { json: { email: 'a@example.org' } })
  expect([created.status, answer.status]).toEqual([201, 200])
  return created.ms + answer.ms
}

/**
 * The median share of the throughput that writers keep at the attacked service, compared with an idle one. The same writers use
 * both in turns, so that other work of the machine slows down both.
 */
async function shareOf(attacked: string, quiet: string, token: string, rounds: number): Promise<number> {
  const shares: number[] = []
  const write = async () => {
    for (let round = 0; round < rounds; round += 1) {
      const during = await timeWrite(attacked, token)
      shares.push((await timeWrite(quiet, token)) / during)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
  return median(shares)
}

test.each([
  ['another address', '127.0.0.2'],
  ['the same address', '127.0.0.1'],
])(
  'a thousand clients at %s that never finish their bodies prevent nobody from writing',
  async (_, localAddress) => {
    const gate = await migratedDatabase()
    await gate.open()
    const attacked = await startProcess({ DATABASE_URL: gate.url }).ready
    const quiet = await startProcess({ DATABASE_URL: gate.url }).ready
    const { access_token: token } = await createClient(contract, { baseUrl: quiet }).me.signUp({
      email: 'ada@example.org',
      password: 'a password for tests',
    })
    await shareOf(attacked, quiet, token, WARM_UP)
    const attack = startAttack(attacked, localAddress)
    await expect.poll(attack.isUnderWay).toBe(true)
    const share = () => shareOf(attacked, quiet, token, ROUNDS)
    expect(await repeated(share, (one) => one >= 0.8)).toBeGreaterThanOrEqual(0.8)
  },
)
