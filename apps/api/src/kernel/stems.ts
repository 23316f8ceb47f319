const LONGEST_KEY = 48
const LONGEST_NUMBER = 8

/** A name for programs: Latin letters, digits and underscores; `otherwise` where the name has none. */
export function keyStem(name: string, otherwise: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
    .slice(0, LONGEST_KEY - LONGEST_NUMBER)
    .replace(/_+$/, '')
  return plain || otherwise
}

/** The first of `stem`, `stem_2`, `stem_3` that is not taken. */
export function freeName(stem: string, taken: ReadonlySet<string>, separator: string): string {
  if (!taken.has(stem)) return stem
  for (let number = 2; ; number += 1) {
    const candidate = `${stem}${separator}${number}`
    if (!taken.has(candidate)) return candidate
  }
}
