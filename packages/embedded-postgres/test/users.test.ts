import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  DAEMON,
  daemonCanRun,
  isRoot,
  query,
  scratchFolder,
  serverPid,
  started,
  startedByChild,
} from './scratch.ts'

describe.runIf(isRoot)('root', () => {
  it('is told where the data are when the folder is closed to the server, and finds them again', async () => {
    const closed = scratchFolder()
    chmodSync(closed, 0o700)
    const dataDir = join(closed, 'data')
    const said: string[] = []
    const first = await started(dataDir, { log: (line) => said.push(line) })
    const elsewhere = readFileSync(join(dataDir, 'location'), 'utf8').trim()
    onTestFinished(() => rmSync(elsewhere, { recursive: true }))
    expect(statSync(`/proc/${serverPid(elsewhere)}`).uid).not.toBe(0)
    expect(said).toEqual([expect.stringContaining(elsewhere)])
    await query(first.owner, (sql) => sql`create table note as select 'kept' as body`)
    await first.stop()

    const second = await started(dataDir)
    expect(await query(second.owner, (sql) => sql`select body from note`)).toEqual([{ body: 'kept' }])
    await second.stop()
  })
})

describe.runIf(daemonCanRun)('an ordinary user', () => {
  it('starts a server of its own, and root after it runs that one as the same user', async () => {
    const dataDir = join(scratchFolder(), 'data')
    mkdirSync(dataDir, { mode: 0o700 })
    chownSync(dataDir, DAEMON.uid, DAEMON.gid)
    const child = await startedByChild(dataDir, DAEMON)
    expect(statSync(join(dataDir, 'cluster')).uid).toBe(DAEMON.uid)
    await query(child.owner, (sql) => sql`create table note as select 'kept' as body`)
    await child.finish()

    const asRoot = await started(dataDir)
    expect(await query(asRoot.owner, (sql) => sql`select body from note`)).toEqual([{ body: 'kept' }])
    expect(statSync(`/proc/${serverPid(dataDir)}`).uid).toBe(DAEMON.uid)
    const again = await startedByChild(dataDir, DAEMON)
    expect(again.owner).toEqual(asRoot.owner)
    await again.finish()
    await asRoot.stop()
  })
})
