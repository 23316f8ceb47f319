import { randomFillSync } from 'node:crypto'
import { isUlid } from '@commonhold/contract'
import { monotonicFactory } from 'ulidx'

// The library requests one random number per character; by default each is a separate system call.
const pool = new Uint32Array(1024)
let used = pool.length

function random(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const value = pool[used] ?? 0
  used += 1
  return value / 2 ** 32
}

/** A new ULID. The ids that one process creates sort in the order of creation. */
export const newId: () => string = monotonicFactory(random)

/** All ids in a JSON value, at any depth, in upper case as they are stored. */
export function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return isUlid(value.trim()) ? [value.trim().toUpperCase()] : []
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(idsIn) : []
}
