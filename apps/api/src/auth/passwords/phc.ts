import { randomBytes } from 'node:crypto'
import { parseOptions } from '@node-rs/argon2'

/** The cost parameters of new hashes: Argon2id with 19 MiB and two passes, a 128-bit salt and a 256-bit tag. */
export const CURRENT_COSTS = { memoryKib: 19_456, passes: 2, lanes: 1, saltBytes: 16, tagBytes: 32 } as const

/** The highest cost of a stored hash that is verified at all, so that a manipulated row cannot exhaust the machine. */
const MOST = { memoryKib: 65_536, passes: 10, work: 4 * work(CURRENT_COSTS), bytes: 64 }
const LEAST_TAG_BYTES = 16

const ARGON2ID = 2
const VERSION_19 = 1

interface Costs {
  readonly memoryKib: number
  readonly passes: number
  readonly saltBytes: number
  readonly tagBytes: number
}

/** The costs of a stored hash, or null when it is not an Argon2id hash within those limits. */
export function usableCosts(phc: string): Costs | null {
  const costs = readCosts(phc)
  if (costs === null) return null
  const { memoryKib, passes, saltBytes, tagBytes } = costs
  const cheapEnough = memoryKib <= MOST.memoryKib && passes <= MOST.passes && work(costs) <= MOST.work
  const rightSize = saltBytes <= MOST.bytes && tagBytes >= LEAST_TAG_BYTES && tagBytes <= MOST.bytes
  return cheapEnough && rightSize ? costs : null
}

/** True if a stored hash is weaker than a new one would be, or unusable. */
export function isWeaker(phc: string): boolean {
  const costs = usableCosts(phc)
  if (costs === null) return true
  const cheaper = costs.memoryKib < CURRENT_COSTS.memoryKib || work(costs) < work(CURRENT_COSTS)
  return cheaper || costs.saltBytes < CURRENT_COSTS.saltBytes || costs.tagBytes < CURRENT_COSTS.tagBytes
}

/** A hash of current costs that no password matches: its tag is random and was never computed. */
export function makeDummyHash(): string {
  const { memoryKib, passes, lanes, saltBytes, tagBytes } = CURRENT_COSTS
  const costs = `m=${memoryKib},t=${passes},p=${lanes}`
  return `$argon2id$v=19$${costs}$${unpaddedBase64(saltBytes)}$${unpaddedBase64(tagBytes)}`
}

function readCosts(phc: string): Costs | null {
  try {
    const { algorithm, version, memoryCost, timeCost, parallelism, saltLen, outputLen } = parseOptions(phc)
    if (algorithm !== ARGON2ID || version !== VERSION_19 || parallelism !== CURRENT_COSTS.lanes) return null
    return { memoryKib: memoryCost, passes: timeCost, saltBytes: saltLen, tagBytes: outputLen }
  } catch {
    return null
  }
}

function work({ memoryKib, passes }: { memoryKib: number; passes: number }): number {
  return memoryKib * passes
}

function unpaddedBase64(bytes: number): string {
  return randomBytes(bytes).toString('base64').replace(/=+$/, '')
}
