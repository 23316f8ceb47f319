import { fold } from '../../base/words.ts'

const LONGEST_STEM = 9

/**
 * A key made from a project's name: the initials of its words (at most 9), or the first 4 characters of its only word. `P`
 * if the name has no Latin letters.
 */
export function keyStem(name: string): string {
  const words = fold(name)
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '')
  const letters = words.length > 1 ? words.map(([first]) => first).join('') : (words[0] ?? '').slice(0, 4)
  const stem = letters.replace(/^[0-9]+/, '').slice(0, LONGEST_STEM)
  return stem === '' ? 'P' : stem
}

/** The first unused key of a stem: `OPS`, `OPS2`, `OPS3`. A stem of one letter always gets a number. */
export function freeKey(stem: string, used: ReadonlySet<string>): string {
  if (stem.length > 1 && !used.has(stem)) return stem
  for (let number = stem.length > 1 ? 2 : 1; ; number += 1) {
    const key = `${stem}${number}`
    if (!used.has(key)) return key
  }
}
