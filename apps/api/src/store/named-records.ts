import type { Reader } from '../db/statement.ts'
import type { Change } from './audit.ts'
import type { Referable } from './references.ts'

/** A record that a value refers to: its kind and id. */
type Naming = readonly [kind: string, id: string]

/** The old and new value of a change; each may refer to records. */
interface OldAndNew {
  readonly from: Value
  readonly to: Value
}

type Value = Change['from']

/** Whether the caller can see a record. */
export type IsVisible = (...naming: Naming) => boolean

/** The records that a change refers to; empty when its values refer to none. */
export const namedBy = ({ from, to }: OldAndNew, kind: string | undefined): Naming[] =>
  kind === undefined
    ? []
    : [from, to].flat().flatMap((id): Naming[] => (typeof id === 'string' ? [[kind, id]] : []))

/** The records that the caller can see; kinds without a store are visible to all. */
export async function visibleAmong(
  reader: Reader,
  stores: Readonly<Record<string, Pick<Referable, 'visibleIds'>>>,
  named: readonly Naming[],
): Promise<IsVisible> {
  const kinds = [...Map.groupBy(named, ([kind]) => kind)]
  const visible = await Promise.all(
    kinds.map(async ([kind, ofKind]): Promise<[string, ReadonlySet<string>]> => {
      const ids = [...new Set(ofKind.map(([, id]) => id))]
      return [kind, new Set(await (stores[kind]?.visibleIds(reader, ids) ?? ids))]
    }),
  )
  const byKind = new Map(visible)
  return (kind, id) => byKind.get(kind)?.has(id) ?? false
}

/** A value in which the ids of records that the caller cannot see are null. */
export function visiblePart(value: Value, kind: string | undefined, isVisible: IsVisible): Value {
  if (kind === undefined) return value
  const isHidden = (one: unknown) => typeof one === 'string' && !isVisible(kind, one)
  if (Array.isArray(value)) return value.map((one) => (isHidden(one) ? null : one))
  return isHidden(value) ? null : value
}

/** A change in which the ids of records that the caller cannot see are null. */
export const withoutHidden = <C extends OldAndNew>(
  change: C,
  kind: string | undefined,
  isVisible: IsVisible,
): C => ({
  ...change,
  from: visiblePart(change.from, kind, isVisible),
  to: visiblePart(change.to, kind, isVisible),
})
