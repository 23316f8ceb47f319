import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { atOnce } from '../auth/instances.ts'
import { startService, type TestService } from '../service.ts'
import { createTenant } from '../world.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const soon = { interval: 100 }
const LINES = 65

/** Writes the program of the manual to a file from which Node.js resolves its imports. Returns the path. */
async function program(): Promise<string> {
  const manual = await readFile(join(import.meta.dirname, '../../../../docs/integrating.md'), 'utf8')
  const [, script = ''] = /### A copy that follows[\s\S]*?```js\n([\s\S]*?)```/.exec(manual) ?? []
  expect(script.split('\n').length).toBeLessThan(LINES)
  const folder = join(import.meta.dirname, '../../node_modules/.cache/manual')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'mirror.mjs'), script)
  return join(folder, 'mirror.mjs')
}

test('a copy by the program of the manual is stopped during changes, comes back and is equal', async () => {
  const owner = await service.signUp()
  const tenantId = await createTenant(service, { owners: [owner] })
  const client = service.as(owner.token, tenantId)
  const { secret } = await client.me.apiKeys.create({
    name: 'Mirror',
    scopes: ['assets:read', 'persons:read', 'persons:read_sensitive', 'audit:read'],
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  const script = await program()
  const folder = await mkdtemp(join(tmpdir(), 'commonhold-mirror-'))
  const file = join(folder, 'copy.json')
  let child: ChildProcess | undefined
  const start = () => {
    child = spawn(process.execPath, [script], {
      env: { PATH: process.env.PATH, API: service.address, API_KEY: secret, COPY: file },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(async () => {
    await kill()
    await rm(folder, { recursive: true })
  })

  const model = await client.assetModels.create({ name: 'Tablet', tracking_type: 'serialized' })
  const people = await atOnce(6, (n) =>
    client.persons.create({ identity: { first_name: `First ${n}`, last_name: 'Okafor' } }),
  )
  const person = (n: number) => ({ person_id: people[n % people.length]?.id ?? '' })
  const newAsset = (name: string) => client.assets.create({ model_id: model.id, name, serial_number: name })
  /** Makes all kinds of changes to assets and people, some of them concurrently. */
  const change = (round: string) =>
    atOnce(6, async (n) => {
      const { id: asset_id } = await newAsset(`${round} ${n}`)
      const { id: gone } = await newAsset(`${round} gone ${n}`)
      await client.assets.update({ asset_id }, { notes: round })
      await client.assets.assignments.create({ asset_id }, person(n))
      await client.persons.update(person(n), {
        identity: { first_name: `${round} ${n}`, last_name: 'Okafor' },
      })
      if (n % 3 === 0) {
        await client.assets.retire({ asset_id: gone }, {})
        if (n % 2 === 0) await client.assets.archive({ asset_id: gone }, {})
      } else await client.assets.delete({ asset_id: gone })
      const { id: person_id } = await client.persons.create({
        identity: { first_name: round, last_name: `${n}` },
      })
      if (n % 2 === 0) await client.persons.archive({ person_id }, {})
      else await client.persons.delete({ person_id })
    })
  const truth = async () => {
    const records: Record<string, unknown> = {}
    for await (const one of client.assets.list.all({ limit: 200, archived: 'include' }))
      records[`asset/${one.id}`] = one
    for await (const one of client.persons.list.all({ limit: 200, archived: 'include' }))
      records[`person/${one.id}`] = one
    return records
  }
  const copied = () =>
    readFile(file, 'utf8').then(
      (text) => JSON.parse(text).records,
      () => undefined,
    )
  const isEqual = async () => expect.poll(copied, soon).toEqual(await truth())

  await change('Before')
  start()
  await isEqual()
  await change('Meanwhile')
  await isEqual()
  await Promise.all([change('As it is killed'), kill()])
  await change('While it is stopped')
  expect(await copied()).not.toEqual(await truth())
  start()
  await isEqual()
  // A copy that starts again from nothing is the same.
  await kill()
  await rm(file)
  start()
  await isEqual()
})
