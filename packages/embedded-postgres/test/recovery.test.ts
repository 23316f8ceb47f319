import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import postgres from 'postgres'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { findDistribution } from '../src/distribution.ts'
import { query, scratchFolder, serverPid, started } from './scratch.ts'

describe('after kill -9 of the server', () => {
  it('every acknowledged row is there, and the old callers reach the new server', async () => {
    const dataDir = join(scratchFolder(), 'data')
    const first = await started(dataDir, { durable: true })
    const killed = serverPid(dataDir)
    const sql = postgres({ ...first.owner, ssl: false, max: 4, onnotice: () => {} })
    onTestFinished(() => sql.end({ timeout: 0 }))
    await sql`create table note (id int primary key)`
    const acknowledged: number[] = []
    const write = async (from: number) => {
      for (let id = from; ; id += 4) {
        await sql`insert into note (id) values (${id})`
        acknowledged.push(id)
        if (acknowledged.length === 200) process.kill(killed, 'SIGKILL')
      }
    }
    await Promise.allSettled([0, 1, 2, 3].map(write))
    expect(acknowledged.length).toBeGreaterThanOrEqual(200)

    const second = await started(dataDir, { durable: true })
    expect(serverPid(dataDir)).not.toBe(killed)
    const rows = await query(second.owner, (client) => client`select id from note`)
    const found = new Set(rows.map(({ id }) => id))
    expect(acknowledged.filter((id) => !found.has(id))).toEqual([])
    // postgres.js also passes the error that ended a connection to the first query of the next connection.
    await vi.waitFor(async () => expect(await sql`select 1 as one`).toEqual([{ one: 1 }]), 60_000)
  })
})

describe('a backend that outlives its killed server', () => {
  it('is waited for, as it might still write', async () => {
    const dataDir = join(scratchFolder(), 'data')
    const first = await started(dataDir)
    const sql = postgres({ ...first.owner, ssl: false, max: 1, onnotice: () => {} })
    onTestFinished(() => sql.end({ timeout: 0 }))
    const [backend] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`
    process.kill(backend.pid, 'SIGSTOP')
    process.kill(serverPid(dataDir), 'SIGKILL')
    const patience = 400
    const begun = performance.now()
    setTimeout(() => process.kill(backend.pid, 'SIGCONT'), patience)
    await started(dataDir)
    expect(performance.now() - begun).toBeGreaterThan(patience)
  })
})

describe('a server that ends while it is asked', () => {
  it('is replaced', async () => {
    const dataDir = join(scratchFolder(), 'data')
    await started(dataDir)
    const pid = serverPid(dataDir)
    // The stopped process seems alive, but does not answer.
    process.kill(pid, 'SIGSTOP')
    setTimeout(() => process.kill(pid, 'SIGKILL'), 400)
    await started(dataDir)
    expect(serverPid(dataDir)).not.toBe(pid)
  })
})

describe('a socket that outlives its killed server', () => {
  it('is waited for', async () => {
    const dataDir = join(scratchFolder(), 'data')
    await (await started(dataDir)).stop()
    const former = createServer().listen(join(dataDir, 'socket', '.s.PGSQL.5432'))
    await once(former, 'listening')
    setTimeout(() => former.close(), 400)
    await started(dataDir)
    expect(former.listening).toBe(false)
  })
})

describe('a pid file left by a crash', () => {
  it('is no obstacle when another program of the same user has that id by now', async () => {
    const dataDir = join(scratchFolder(), 'data')
    await (await started(dataDir)).stop()
    const { uid, gid } = statSync(join(dataDir, 'cluster'))
    const bystander = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' })
    await once(bystander, 'spawn')
    onTestFinished(() => void bystander.kill())
    const left = [
      bystander.pid,
      join(dataDir, 'cluster'),
      1,
      5432,
      join(dataDir, 'socket'),
      '',
      '',
      'ready   ',
      '',
    ]
    for (const file of [
      join(dataDir, 'cluster', 'postmaster.pid'),
      join(dataDir, 'socket', '.s.PGSQL.5432.lock'),
    ]) {
      writeFileSync(file, left.join('\n'))
      chownSync(file, uid, gid)
    }

    const next = await started(dataDir)
    expect(serverPid(dataDir)).not.toBe(bystander.pid)
    await next.stop()
    expect(bystander.exitCode).toBeNull()
  })
})

describe('a start is refused, with what to do,', () => {
  it('for data of another version, a broken cluster, one without fsync, or one that runs out of sight', async () => {
    const dataDir = join(scratchFolder(), 'data')
    const fleeting = await started(dataDir)
    await expect(started(dataDir, { durable: true })).rejects.toThrow(/runs without fsync/)
    await fleeting.stop()

    const unseen = createServer().listen(join(dataDir, 'socket', '.s.PGSQL.5432'))
    await once(unseen, 'listening')
    await expect(started(dataDir)).rejects.toThrow(/another container or folder/)
    unseen.close()

    appendFileSync(join(dataDir, 'cluster', 'postgresql.conf'), 'no_such_setting = 1\n')
    await expect(started(dataDir)).rejects.toThrow(/unrecognized configuration parameter "no_such_setting"/)

    writeFileSync(join(dataDir, 'cluster', 'PG_VERSION'), '17\n')
    await expect(started(dataDir)).rejects.toThrow(/created by PostgreSQL 17, .* has 18.*DATABASE_URL/s)
  })

  it('on a platform without binaries', async () => {
    const { arch } = process
    onTestFinished(() => void Object.defineProperty(process, 'arch', { value: arch }))
    Object.defineProperty(process, 'arch', { value: 'riscv64' })
    await expect(findDistribution()).rejects.toThrow(/riscv64.*DATABASE_URL/)
  })
})
