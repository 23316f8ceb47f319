import type { FormField } from './form-field.tsx'

type Texts = Readonly<Record<string, string>>

/** The user's changes of a record, merged with those that somebody else has saved meanwhile. */
export interface Merged<R> {
  /** The record as somebody else has saved it. */
  readonly record: R
  /** The texts of that record, with which the next change is compared. */
  readonly before: Texts
  /** The texts in the form: the user's changes, otherwise those of the record. */
  readonly shown: Texts
  /** By field: the text of the record, if both changed the field. */
  readonly conflicts: Texts
}

/** Merges the texts that the user has changed into those of the current record. */
export function merge<R>(
  fields: readonly FormField[],
  before: Texts,
  mine: Texts,
  record: R,
  theirs: Texts,
): Merged<R> {
  const shown: Record<string, string> = {}
  const conflicts: Record<string, string> = {}
  for (const { name } of fields) {
    const [was, own, now] = [before[name] ?? '', mine[name] ?? '', theirs[name] ?? '']
    const isMine = own !== was
    shown[name] = isMine ? own : now
    if (isMine && now !== was && now !== own) conflicts[name] = now
  }
  return { record, before: theirs, shown, conflicts }
}
