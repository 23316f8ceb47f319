import { isUlid } from '@commonhold/contract'
import type { Reader } from '../../db/statement.ts'
import { mayBeSignInName } from '../../db/user-label.ts'
import { kindOf, type LabelledChange, UNKNOWN_KIND, type Words } from '../fields/issue-history.rules.ts'
import { namesOf } from '../issues/issue-names.repository.ts'

/** The present names of users, by id. */
type UserNames = ReadonlyMap<string, string>

const valuesWithLabels = (
  change: LabelledChange,
): readonly (readonly [value: LabelledChange['from'], words: Words | undefined])[] => [
  [change.from, change.from_label],
  [change.to, change.to_label],
]

/** The single labels in stored words: earlier releases stored the labels of several values in one text. */
const partsOf = (words: Words | undefined): string[] =>
  [words ?? []].flat().flatMap((text) => (text === null ? [] : text.split(', ')))

/** The ids in a value whose stored labels may be email addresses or usernames. */
function suspectIds(
  change: LabelledChange,
  value: LabelledChange['from'],
  words: Words | undefined,
): string[] {
  const kind = kindOf(change.field, change.kind)
  if (kind !== 'user' && kind !== UNKNOWN_KIND) return []
  if (!partsOf(words).some(mayBeSignInName)) return []
  return [value].flat().filter((id): id is string => typeof id === 'string' && isUlid(id))
}

/** The present names of users whose stored labels may be email addresses or usernames, which not every reader may see. */
export async function userNamesFor(reader: Reader, changes: readonly LabelledChange[]): Promise<UserNames> {
  const ids = changes.flatMap((change) =>
    valuesWithLabels(change).flatMap(([value, words]) => suspectIds(change, value, words)),
  )
  const unique = [...new Set(ids)]
  const names = await namesOf(
    reader,
    unique.map((id) => ['user', id] as const),
  )
  return new Map(
    unique.flatMap((id) => {
      const name = names.get(`user ${id}`)
      return name === undefined ? [] : [[id, name] as const]
    }),
  )
}

/** A change with the present names of users in place of stored labels that may be email addresses or usernames. */
export function withoutSignInNames(change: LabelledChange, names: UserNames): LabelledChange {
  const isOfUsers = kindOf(change.field, change.kind) === 'user'
  const labelOf = (value: LabelledChange['from'], words: Words | undefined): Words => {
    const stored = words ?? null
    const ids = suspectIds(change, value, stored)
    if (ids.length === 0) return stored
    // If the definition of the field is deleted, only the ids of existing users show that its labels are names of users.
    const isAddress = partsOf(stored).some((part) => part.includes('@'))
    if (!isOfUsers && !isAddress && !ids.some((id) => names.has(id))) return stored
    const present = ids.map((id) => names.get(id) ?? `User ${id.slice(-6)}`)
    if (typeof stored === 'string' || stored === null) return present.join(', ')
    return stored.map((word, at) => (word && mayBeSignInName(word) ? (present[at] ?? null) : word))
  }
  return {
    ...change,
    ...(change.from_label === undefined ? {} : { from_label: labelOf(change.from, change.from_label) }),
    ...(change.to_label === undefined ? {} : { to_label: labelOf(change.to, change.to_label) }),
  }
}
