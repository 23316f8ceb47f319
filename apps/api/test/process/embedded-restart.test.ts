import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratchFolder, serverPid, serves } from '@commonhold/embedded-postgres/testing'
import { expect, test } from 'vitest'
import { send } from '../security/send.ts'
import { type Child, startProcess, statusOf } from './child.ts'
import { served, signedUp } from './served.ts'

interface Started {
  readonly child: Child
  readonly address: string
  readonly dataDir: string
  readonly token: string
}

async function started(): Promise<Started> {
  const dataDir = scratchFolder()
  const child = startProcess({ DATA_DIR: dataDir })
  const address = await child.ready
  const account = { email: 'ada@example.org', password: 'a password for tests' }
  return { child, address, dataDir, token: await signedUp(address, account) }
}

/** Kills the server as the kernel does when memory runs out. Waits for its end, and returns its process id. */
async function kill({ dataDir }: Started): Promise<number> {
  const pid = serverPid(dataDir)
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => serves(pid, dataDir), { interval: 20 }).toBe(false)
  return pid
}

/** Waits until another server runs: for a moment, connections to the killed one may still answer. */
const untilStartedAgain = ({ dataDir }: Started, killed: number) =>
  expect
    .poll(async () => serverPid(dataDir) !== killed && (await serves(serverPid(dataDir), dataDir)), {
      interval: 20,
    })
    .toBe(true)

const create = ({ address, token }: Started, name: string) =>
  send(address, 'POST /asset-models', { token, json: { name, tracking_type: 'countable' } })
const read = ({ address, token }: Started) => send(address, 'GET /asset-models', { token })
const restarts = ({ child }: Started) => child.stdout().match(/was restarted/g)?.length ?? 0

test('a server that was killed is started again, as often as three times, and then the process ends and logs why', async () => {
  const service = await started()
  const names: string[] = []
  for (let round = 1; round <= 3; round += 1) {
    const name = `Before ${round}`
    expect((await served(() => create(service, name))).status).toBe(201)
    names.push(name)
    const killed = await kill(service)
    await untilStartedAgain(service, killed)
    await expect.poll(async () => (await read(service)).status, { interval: 50 }).toBe(200)
    await expect
      .poll(async () => (await create(service, `After ${round}`)).status, { interval: 50 })
      .toBe(201)
    names.push(`After ${round}`)
    await expect.poll(() => restarts(service)).toBe(round)
    await expect.poll(() => statusOf(`${service.address}/readyz`)).toBe(200)
  }
  const { text } = await read(service)
  for (const name of names) expect(text).toContain(name)

  await kill(service)
  expect(await service.child.exit).toBe(1)
  expect(service.child.ownErrors()).toEqual([
    expect.stringMatching(
      /embedded PostgreSQL cannot be restarted: it ended again after 3 restarts.*postgres\.log/,
    ),
  ])
})

test('a server that cannot start again ends the process, which says why', async () => {
  const service = await started()
  appendFileSync(join(service.dataDir, 'cluster', 'postgresql.conf'), 'no_such_setting = 1\n')
  await kill(service)
  expect(await service.child.exit).toBe(1)
  expect(service.child.ownErrors()[0]).toMatch(
    /embedded PostgreSQL cannot be restarted: PostgreSQL did not start/,
  )
  expect(service.child.stderr()).toContain('no_such_setting')
})

test('two processes on one server restart it once between them, and the last one out stops it', async () => {
  const service = await started()
  const other = startProcess({ DATA_DIR: service.dataDir })
  const address = await other.ready
  await untilStartedAgain(service, await kill(service))
  for (const one of [service.address, address])
    await expect.poll(() => statusOf(`${one}/readyz`), { interval: 50 }).toBe(200)
  const pid = serverPid(service.dataDir)
  service.child.process.kill('SIGTERM')
  expect(await service.child.exit).toBe(0)
  expect(await serves(pid, service.dataDir)).toBe(true)
  expect((await served(() => read({ ...service, address }))).status).toBe(200)
  other.process.kill('SIGTERM')
  expect(await other.exit).toBe(0)
  expect(await serves(pid, service.dataDir)).toBe(false)
})
