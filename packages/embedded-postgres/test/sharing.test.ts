import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Child, query, scratchFolder, serverPid, serves, started, startedByChild } from './scratch.ts'

describe('several processes on one folder', () => {
  it('and several callers in one start one server between them, and the last one out stops it', async () => {
    const dataDir = join(scratchFolder(), 'data')
    const [first, second, own, twin] = await Promise.all([
      startedByChild(dataDir),
      startedByChild(dataDir),
      started(dataDir),
      started(dataDir),
    ])
    const pid = serverPid(dataDir)
    expect(first.owner).toEqual(second.owner)
    expect(first.owner).toEqual(own.owner)

    await first.finish()
    await own.stop()
    await own.stop()
    expect(await query(twin.owner, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
    await twin.stop()
    expect(await query(own.owner, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
    expect(serverPid(dataDir)).toBe(pid)

    await second.finish()
    expect(await serves(pid, dataDir)).toBe(false)
  })
})

describe('a killed process', () => {
  it('leaves a running server, by Ctrl-C or kill -9, which the next start adopts and may stop', async () => {
    const dataDir = join(scratchFolder(), 'data')
    const first = await startedByChild(dataDir)
    const pid = serverPid(dataDir)
    await query(first.owner, (sql) => sql`create table note as select 'kept' as body`)
    await killGroup(first, 'SIGINT')
    const second = await startedByChild(dataDir)
    await killGroup(second, 'SIGKILL')

    const third = await started(dataDir)
    expect(serverPid(dataDir)).toBe(pid)
    expect(await query(third.owner, (sql) => sql`select body from note`)).toEqual([{ body: 'kept' }])
    await third.stop()
    expect(await serves(pid, dataDir)).toBe(false)
  })
})

async function killGroup(child: Child, signal: NodeJS.Signals): Promise<void> {
  process.kill(-(child.process.pid as number), signal)
  await once(child.process, 'exit')
}
