import { randomFillSync } from 'node:crypto'
import { isUlid } from '@commonhold/contract'
import { monotonicFactory } from 'ulidx'

// The library asks for one random number for each character, and by itself asks the system each time.
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

/** A new ULID; ids made one after the other in a process sort in that order. */
export const newId: () => string = monotonicFactory(random)

/** The ids anywhere in a JSON value, in upper case as they are stored. */
export function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return isUlid(value.trim()) ? [value.trim().toUpperCase()] : []
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(idsIn) : []
}
