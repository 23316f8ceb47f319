import { fold } from './words.ts'

const LONGEST_KEY = 48
const LONGEST_NUMBER = 8

/** The key of an existing record, from which the key of a new one must differ. */
export interface Key {
  readonly key: string
}

/**
 * The key of a new record, made from its name: the first of `stem`, `stem_2`, `stem_3` that is not among the keys that
 * `keysLike` returns for the stem. When the name has no Latin letters, the stem is `otherwise`.
 */
export async function keyFromName(
  name: string,
  otherwise: string,
  keysLike: (stem: string) => Promise<readonly Key[]>,
): Promise<string> {
  const stem = keyStem(name, otherwise)
  const existing = await keysLike(stem)
  return freeName(stem, new Set(existing.map(({ key }) => key)), '_')
}

/** A name for use in programs: Latin letters, digits and underscores, folded as searches fold text. */
function keyStem(name: string, otherwise: string): string {
  const plain = fold(name)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
    .slice(0, LONGEST_KEY - LONGEST_NUMBER)
    .replace(/_+$/, '')
  return plain || otherwise
}

/** The first of `stem`, `stem_2`, `stem_3` that is free. */
export function freeName(stem: string, used: ReadonlySet<string>, separator: string): string {
  if (!used.has(stem)) return stem
  for (let number = 2; ; number += 1) {
    const candidate = `${stem}${separator}${number}`
    if (!used.has(candidate)) return candidate
  }
}
