import { fold } from '../base/words.ts'

const LONGEST_SLUG = 48

/** A slug made from a name: lowercase Latin letters, digits and hyphens, at most 48 characters; `tenant` if the name has none. */
export function slugStem(name: string): string {
  const plain = fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replace(/^-+|-+$/g, '')
  return plain || 'tenant'
}
