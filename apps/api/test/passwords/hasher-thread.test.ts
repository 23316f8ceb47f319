import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  createPasswordHasher,
  HasherBusy,
  HasherStopped,
  type PasswordHasher,
} from '../../src/auth/passwords/hasher.ts'
import { repeated } from '../repeated.ts'

const threads = vi.hoisted(() => [] as Worker[])

vi.mock('node:worker_threads', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:worker_threads')>()
  class RecordedWorker extends original.Worker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args)
      threads.push(this)
    }
  }
  return { ...original, Worker: RecordedWorker }
})

let hasher: PasswordHasher
const open = (queueLimit?: number) => {
  hasher = createPasswordHasher({ queueLimit })
  return hasher
}
afterEach(() => hasher.close())

describe('the queue', () => {
  it('turns away what exceeds its limit, without work, and says when to come back', async () => {
    open(3)
    const jobs = Array.from({ length: 10 }, () => hasher.verify(null, 'correct horse'))
    const results = await Promise.allSettled(jobs)
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refusals).toHaveLength(7)
    expect(refusals.every((reason) => reason instanceof HasherBusy && reason.retryAfterSeconds > 0)).toBe(
      true,
    )
    expect(hasher.runs).toBe(3)
  })

  it('has room again once jobs are done', async () => {
    open(1)
    await hasher.verify(null, 'correct horse')
    await expect(hasher.verify(null, 'correct horse')).resolves.toBe(false)
  })

  it('keeps a reserved place free for its computation, and for that alone', async () => {
    open(1)
    {
      using place = hasher.reserve()
      expect(hasher.waiting).toBe(1)
      expect(() => hasher.reserve()).toThrow(HasherBusy)
      await expect(hasher.verify(null, 'correct horse')).rejects.toThrow(HasherBusy)
      const computed = place.verify(null, 'correct horse')
      expect(hasher.waiting).toBe(1)
      await expect(computed).resolves.toBe(false)
      expect(hasher.waiting).toBe(0)
    }
    expect(hasher.waiting).toBe(0)
  })

  it('has a reserved place again that was not used', async () => {
    open(1)
    const unused = async () => {
      using _place = hasher.reserve()
      throw new Error('nothing to compute')
    }
    await expect(unused()).rejects.toThrow('nothing to compute')
    expect(hasher.waiting).toBe(0)
    await expect(hasher.hash('correct horse')).resolves.toContain('$argon2id$')
  })

  it('goes on after a job that fails', async () => {
    open(1)
    await expect(hasher.hash('\ud800')).rejects.toThrow(TypeError)
    await expect(hasher.hash('correct horse')).resolves.toContain('$argon2id$')
  })
})

describe('the thread', () => {
  it('is one, however many jobs wait', async () => {
    const before = threads.length
    open()
    await Promise.all(Array.from({ length: 20 }, () => hasher.verify(null, 'correct horse')))
    expect(threads.length - before).toBe(1)
  })

  it('is replaced after a crash, and those who waited are told', async () => {
    open()
    const waiting = [hasher.hash('correct horse'), hasher.verify(null, 'correct horse')]
    const cause = new Error('The thread ran out of memory')
    threads.at(-1)?.emit('error', cause)
    await threads.at(-1)?.terminate()
    for (const result of await Promise.allSettled(waiting)) {
      expect(result).toEqual({ status: 'rejected', reason: expect.any(HasherStopped) })
      expect(result).toHaveProperty('reason.cause', cause)
    }
    const hash = await hasher.hash('correct horse')
    expect(await hasher.verify(hash, 'correct horse')).toBe(true)
  })

  it('ends with close(), and nothing runs afterwards', async () => {
    open()
    const waiting = hasher.hash('correct horse')
    const outcome = expect(waiting).rejects.toThrow(HasherStopped)
    await hasher.close()
    await outcome
    await expect(hasher.hash('correct horse')).rejects.toThrow(HasherStopped)
    expect(threads.at(-1)?.threadId).toBe(-1)
  })

  // Only on Linux can a thread have a separate priority.
  it.skipIf(process.platform !== 'linux')('steps back, and the main thread does not', async () => {
    const mainPriority = os.getPriority()
    open()
    const before = threadsAtLowestPriority()
    await hasher.verify(null, 'correct horse')
    expect(threadsAtLowestPriority() - before).toBeGreaterThanOrEqual(mainPriority === 19 ? 0 : 1)
    expect(os.getPriority()).toBe(mainPriority)
  })

  it.each(['', 'await hasher.close()'])('holds no process that has its answer: %j', async (last) => {
    const url = new URL('../../src/auth/passwords/hasher.ts', import.meta.url)
    const script = `
      const { createPasswordHasher } = await import(${JSON.stringify(url)})
      const hasher = createPasswordHasher()
      console.log(await hasher.verify(await hasher.hash('correct horse'), 'correct horse'))
      ${last}`
    const options = { timeout: 120_000, cwd: fileURLToPath(new URL('.', import.meta.url)) }
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], options)
    await expect(run).resolves.toMatchObject({ stdout: 'true\n' })
  })
})

describe('a flood of passwords', () => {
  const otherWork = {
    'the main thread': () => new Promise((resolve) => setImmediate(resolve)),
    WebCrypto: () => crypto.subtle.digest('SHA-256', new Uint8Array(1024)),
    'the file system': () => readFile(new URL(import.meta.url)),
  }

  it.each(Object.entries(otherWork))('does not delay %s', async (_name, work) => {
    open(32)
    const oneHash = await medianTime(11, () => hasher.verify(null, 'correct horse'))
    let flooding = true
    const flood = Array.from({ length: 32 }, async () => {
      while (flooding) await hasher.verify(null, 'correct horse')
    })
    const before = hasher.runs
    const delay = async () => (await medianTime(41, work, oneHash / 4)) / oneHash
    // Other work of the machine adds to the delay.
    const found = await repeated(delay, (one) => one < 0.5, 5)
    await expect.poll(() => hasher.runs - before).toBeGreaterThan(32)
    flooding = false
    await Promise.all(flood)
    expect(found).toBeLessThan(0.5)
  })
})

function threadsAtLowestPriority(): number {
  const NICE_AFTER_NAME = 16
  return readdirSync('/proc/self/task').filter((id) => {
    try {
      const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8')
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[NICE_AFTER_NAME] === '19'
    } catch {
      // The thread has ended meanwhile.
      return false
    }
  }).length
}

async function medianTime(times: number, run: () => Promise<unknown>, pause = 0): Promise<number> {
  const durations: number[] = []
  for (let i = 0; i < times; i++) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const start = performance.now()
    await run()
    durations.push(performance.now() - start)
  }
  return durations.sort((a, b) => a - b)[times >> 1] ?? 0
}
