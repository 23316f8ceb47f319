import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { query, scratchFolder, started } from './scratch.ts'

describe('a data folder', () => {
  it('holds after a stop what was written before, with the same passwords', async () => {
    const dataDir = join(scratchFolder(), 'data')
    const madeAt = performance.now()
    const first = await started(dataDir, { durable: true })
    const making = performance.now() - madeAt
    await query(first.owner, (sql) => sql`create table note as select 'kept' as body`)
    await first.stop()
    expect(existsSync(join(dataDir, 'cluster', 'postmaster.pid'))).toBe(false)

    const begunAt = performance.now()
    const second = await started(dataDir, { durable: true })
    // Nothing is made again, nor recovered.
    expect(performance.now() - begunAt).toBeLessThan(making / 2)
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
