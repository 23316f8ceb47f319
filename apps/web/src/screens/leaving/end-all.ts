import { problemText } from '../../problem-text.ts'
import { oneByOne } from '../../records/one-by-one.ts'
import type { LeavingPart } from './leaving-part.ts'

/** A ticked record, and its part. */
export interface Tick {
  readonly part: LeavingPart
  readonly id: string
  readonly text: string
  readonly end: () => Promise<unknown>
}

/** A ticked record that could not be ended, and the reason. */
export interface Refused extends Pick<Tick, 'id' | 'text'> {
  readonly part_id: string
  readonly why: string
}

/** Ends the ticked records, part by part. A part that cannot be undone is held back if anything before it was refused. */
export async function endAll(parts: readonly LeavingPart[], ticked: readonly Tick[]) {
  const refused: Refused[] = []
  const ended: Tick[] = []
  const heldBack: string[] = []
  for (const part of parts) {
    const ticks = ticked.filter((tick) => tick.part.id === part.id)
    if (part.isFinal && refused.length > 0) {
      if (ticks.length > 0) heldBack.push(part.id)
      continue
    }
    const outcome = await oneByOne(ticks.map(({ end }) => end))
    const failed = new Set(outcome.failures.map(({ index }) => index))
    ended.push(...ticks.filter((_, index) => !failed.has(index)))
    for (const { index, error } of outcome.failures) {
      const tick = ticks[index]
      if (tick) refused.push({ part_id: part.id, id: tick.id, text: tick.text, why: problemText(error) })
    }
  }
  return { done: ended.length, all: ticked.length, ended, refused, heldBack }
}
