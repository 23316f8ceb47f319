import { fold } from '../base/words.ts'

const LONGEST_SLUG = 48

/** A short name for addresses: Latin letters, digits and hyphens. `tenant` where the name has none. */
export function slugStem(name: string): string {
  const plain = fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replace(/^-+|-+$/g, '')
  return plain || 'tenant'
}
