import { eventActions, eventKinds, eventTypes } from '@commonhold/contract'
import { nearestName } from '../base/nearest-name.ts'
import { type FieldError, invalid } from '../base/problem.ts'

/** The type that stands for all events of a kind. */
const ofKind = (kind: string) => `${kind}.*`

const known: ReadonlySet<string> = new Set(['*', ...eventKinds.map(ofKind), ...eventTypes])
const kinds: ReadonlySet<string> = new Set(eventKinds)

/** Throws for unknown event types. `where` returns the part of the request that contains the type at an index. */
export function assertEventTypes(
  types: readonly string[],
  where: (place: number) => Pick<FieldError, 'in' | 'field'>,
): void {
  const errors = types.flatMap((type, place) =>
    known.has(type) ? [] : [{ ...where(place), ...errorOf(type) }],
  )
  if (errors.length > 0) throw invalid(...errors)
}

/** The types by which the log is filtered; null for all. */
export const typesToRead = (types: readonly string[] | undefined): readonly string[] | null =>
  types === undefined || types.includes('*') ? null : types

/** The error of an unknown type, with similar types. */
function errorOf(type: string): Omit<FieldError, 'field'> {
  const [kind = '', action = ''] = type.split('.')
  const nearestKind = kinds.has(kind) ? kind : nearestName(kind, eventKinds)
  const types = eventTypes.filter((one) => one.startsWith(`${nearestKind}.`))
  const done = action === '*' ? '*' : nearestName(action, eventActions)
  const suggested =
    nearestKind && [`${nearestKind}.${done}`, ofKind(nearestKind)].find((one) => known.has(one))
  return {
    code: 'not_allowed_value',
    message: suggested
      ? `there are no events of the type ${type}; did you mean ${suggested}?`
      : `there are no events of the type ${type}`,
    allowed: nearestKind ? [ofKind(nearestKind), ...types] : eventKinds.map(ofKind),
  }
}
