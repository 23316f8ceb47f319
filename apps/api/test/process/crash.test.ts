import { contract, createClient } from '@commonhold/contract'
import { scratchFolder } from '@commonhold/embedded-postgres/testing'
import { expect, test } from 'vitest'
import { atOnce } from '../auth/instances.ts'
import { send } from '../security/send.ts'
import { type Child, startProcess } from './child.ts'
import { served, signedUp } from './served.ts'

const CYCLES = 4
const WRITERS = 8

interface Api {
  readonly address: string
  readonly token: string
}

const create = ({ address, token }: Api, name: string) =>
  send(address, 'POST /asset-models', {
    token,
    json: { name, tracking_type: 'countable' },
    headers: { 'idempotency-key': name },
  })

/** The writes of a writer: acknowledged by 201, or interrupted, so that their outcome is unknown. */
interface Written {
  readonly acknowledged: Set<string>
  readonly unknown: Set<string>
}

async function write(api: Api, name: string, { acknowledged, unknown }: Written): Promise<void> {
  try {
    const { status } = await create(api, name)
    if (status === 201) acknowledged.add(name)
    else unknown.add(name)
  } catch {
    unknown.add(name)
  }
}

async function names({ address, token }: Api): Promise<string[]> {
  const found: string[] = []
  const client = createClient(contract, { baseUrl: address, token })
  for await (const { name } of client.assetModels.list.all({ limit: 500 })) found.push(name)
  return found
}

test('killed with SIGKILL while it writes, and started again: nothing acknowledged is missing, nothing is there twice', async () => {
  const settings = {
    DATA_DIR: scratchFolder(),
    ADMIN_EMAIL: 'operator@example.org',
    ADMIN_PASSWORD: 'a password for operators',
  }
  const account = { email: 'ada@example.org', password: 'a password for tests' }
  const written: Written = { acknowledged: new Set(), unknown: new Set() }
  let child: Child = startProcess(settings)
  let address = await child.ready
  // The token stays valid: its key and its session are in the database.
  const token = await signedUp(address, account)
  const api = (): Api => ({ address, token })

  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const before = written.acknowledged.size
    let isDead = false
    const writers = atOnce(WRITERS, async (writer) => {
      for (let n = 0; !isDead; n += 1)
        await write(api(), `cycle ${cycle} writer ${writer} number ${n}`.replaceAll(' ', '-'), written)
    })
    await expect
      .poll(() => written.acknowledged.size - before, { interval: 5 })
      .toBeGreaterThan(40 + cycle * 13)
    child.process.kill('SIGKILL')
    isDead = true
    await Promise.all([writers, child.exit])

    child = startProcess(settings)
    address = await child.ready
    const found = await names(api())
    expect([...written.acknowledged].filter((name) => !found.includes(name))).toEqual([])
    expect(found.length).toBe(new Set(found).size)
    // Interrupted writes are sent again with their key. A write that had succeeded returns the same answer.
    for (const name of written.unknown) {
      const again = await served(() => create(api(), name))
      expect([again.status, again.headers.get('idempotent-replayed') === 'true']).toEqual([
        201,
        found.includes(name),
      ])
      written.acknowledged.add(name)
    }
    written.unknown.clear()
  }
  const found = await names(api())
  expect([...found].sort()).toEqual([...written.acknowledged].sort())
  child.process.kill('SIGTERM')
  expect(await child.exit).toBe(0)
})
