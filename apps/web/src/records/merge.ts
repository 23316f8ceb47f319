import type { FormField } from './form-field.tsx'

type Texts = Readonly<Record<string, string>>

/** Two changes of one record, put together. */
export interface Merged<R> {
  /** The record as somebody else left it. */
  readonly record: R
  /** Its texts: what the next change is compared with. */
  readonly before: Texts
  /** What the form shows: one's own changes over theirs. */
  readonly shown: Texts
  /** By field: what they wrote where both changed it. */
  readonly conflicts: Texts
}

/** Puts one's own texts over those of the record as it is now: only what one has changed oneself. */
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
