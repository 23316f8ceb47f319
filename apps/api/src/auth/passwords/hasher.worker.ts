import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import { canonicalPassword } from './password-text.ts'
import { CURRENT_COSTS, makeDummyHash, usableCosts } from './phc.ts'

/** One computation: a new hash, or a comparison with a stored one (null: the account has none). */
export type HasherJob =
  | { kind: 'hash'; password: string }
  | { kind: 'verify'; phc: string | null; password: string }

/** The result of job `id`: the value of exactly one Argon2 computation, or an error. */
export type HasherAnswer = { id: number; value: string | boolean } | { id: number; error: unknown }

const LOWEST_PRIORITY = 19
const dummyHash = makeDummyHash()

if (process.platform === 'linux') stepBehindOtherThreads()
parentPort?.on('message', (job: HasherJob & { id: number }) => parentPort?.postMessage(answer(job)))

// Linux gives each thread its own priority; elsewhere the same call would slow down the whole process.
function stepBehindOtherThreads(): void {
  try {
    os.setPriority(LOWEST_PRIORITY)
  } catch {
    // A sandbox may forbid it: hashes are correct at any priority.
  }
}

function answer(job: HasherJob & { id: number }): HasherAnswer {
  try {
    return { id: job.id, value: job.kind === 'hash' ? hash(job.password) : verify(job.phc, job.password) }
  } catch (error) {
    return { id: job.id, error }
  }
}

function hash(password: string): string {
  const text = canonicalPassword(password)
  if (text === null) throw new TypeError('This text cannot be a password')
  return hashSync(text, {
    algorithm: 2,
    memoryCost: CURRENT_COSTS.memoryKib,
    timeCost: CURRENT_COSTS.passes,
    parallelism: CURRENT_COSTS.lanes,
    outputLen: CURRENT_COSTS.tagBytes,
  })
}

function verify(phc: string | null, password: string): boolean {
  const text = canonicalPassword(password)
  const comparable = phc !== null && text !== null && usableCosts(phc) !== null
  // The comparison with the dummy hash makes a missing account and a malicious hash take as long as a wrong password.
  const matches = verifySync(comparable ? phc : dummyHash, text ?? '')
  return comparable && matches
}
