import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { query, scratchFolder, started } from './scratch.ts'

describe('a data folder', () => {
  it('holds after a stop what was written before, with the same passwords', async () => {
    const dataDir = join(scratchFolder(), 'data')
    const first = await started(dataDir, { durable: true })
    await query(first.owner, (sql) => sql`create table note as select 'kept' as body`)
    await first.stop()
    expect(existsSync(join(dataDir, 'cluster', 'postmaster.pid'))).toBe(false)

    const made = statSync(join(dataDir, 'cluster', 'PG_VERSION')).ino
    const second = await started(dataDir, { durable: true })
    // The cluster is neither created again nor recovered.
    expect(statSync(join(dataDir, 'cluster', 'PG_VERSION')).ino).toBe(made)
    const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
    expect(log).toContain('database system is ready')
    expect(log).not.toMatch(/recovery|not properly shut down/)
    expect(second.owner).toEqual(first.owner)
    expect(await query(second.owner, (sql) => sql`select body from note`)).toEqual([{ body: 'kept' }])
  })

  it('may have a path too long for a socket', async () => {
    const dataDir = join(scratchFolder(), 'd'.repeat(120))
    const { owner } = await started(dataDir)
    onTestFinished(() => rmSync(owner.host, { recursive: true }))
    expect(Buffer.byteLength(owner.host)).toBeLessThan(90)
    expect(await query(owner, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
  })
})
