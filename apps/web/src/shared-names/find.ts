import { areNamesForeign } from './speak.ts'

interface Named {
  readonly id: string
  readonly name: string
}

/** What the words ask of the service. */
type Asked = { readonly q?: string }

/**
 * Finds records by their names as they are shown. The service knows the names that it is delivered with in English alone, so
 * in another language all records that have such names are read, which are few, and compared here.
 */
export async function findByName<R extends Named>(
  words: string,
  /** Those that the service finds. */
  find: (asked: Asked) => Promise<readonly R[]>,
  /** All that have names of the service. */
  listShared: () => Promise<readonly R[]>,
): Promise<readonly R[]> {
  const q = words.trim()
  if (q === '') return find({})
  if (!areNamesForeign()) return find({ q })
  const [found, shared] = await Promise.all([find({ q }), listShared()])
  const ids = new Set(found.map(({ id }) => id))
  const parts = q.toLocaleLowerCase().split(/\s+/)
  const isMeant = ({ id, name }: R) =>
    !ids.has(id) && parts.every((part) => name.toLocaleLowerCase().includes(part))
  return [...found, ...shared.filter(isMeant)]
}
