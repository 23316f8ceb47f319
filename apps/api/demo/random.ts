/** A seeded sequence of choices: the same for the same seed. */
export interface Random {
  /** A number from 0 to below 1. */
  number(): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  /** True with the probability. */
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** One of the keys, each as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K
}

/** Makes a sequence of its own for each part of the district, so that a change of one part leaves the others as they were. */
export function randomFor(part: string): Random {
  const number = mulberry32(hash(part))
  const between = (low: number, high: number) => low + Math.floor(number() * (high - low + 1))
  return {
    number,
    between,
    chance: (probability) => number() < probability,
    pick(items) {
      const item = items[between(0, items.length - 1)]
      if (item === undefined) throw new Error('There is nothing to pick from.')
      return item
    },
    weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K {
      const entries = Object.entries(weights) as [K, number][]
      const total = entries.reduce((sum, [, weight]) => sum + weight, 0)
      let left = number() * total
      for (const [key, weight] of entries) {
        left -= weight
        if (left < 0) return key
      }
      throw new Error('There is nothing to weigh.')
    },
  }
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return value
}

function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
