import type { Reader } from '../db/statement.ts'
import type { Change } from './audit.ts'
import type { Referable } from './references.ts'

/** A record that a value refers to: its kind and id. */
type Naming = readonly [kind: string, id: string]

/** The old and new value of a change; each may refer to records. */
interface Sides {
  readonly from: Value
  readonly to: Value
}

type Value = Change['from']

/** Whether the caller can see a record. */
export type IsSeen = (...naming: Naming) => boolean

/** The records that a change refers to; empty when its values refer to none. */
export const namedBy = ({ from, to }: Sides, kind: string | undefined): Naming[] =>
  kind === undefined
    ? []
    : [from, to].flat().flatMap((id): Naming[] => (typeof id === 'string' ? [[kind, id]] : []))

/** The records that the caller can see; kinds without a store are visible to all. */
export async function seenAmong(
  reader: Reader,
  stores: Readonly<Record<string, Pick<Referable, 'seenIds'>>>,
  named: readonly Naming[],
): Promise<IsSeen> {
  const kinds = [...Map.groupBy(named, ([kind]) => kind)]
  const seen = await Promise.all(
    kinds.map(async ([kind, ofKind]): Promise<[string, ReadonlySet<string>]> => {
      const ids = [...new Set(ofKind.map(([, id]) => id))]
      return [kind, new Set(await (stores[kind]?.seenIds(reader, ids) ?? ids))]
    }),
  )
  const byKind = new Map(seen)
  return (kind, id) => byKind.get(kind)?.has(id) ?? false
}

/** A value in which the ids of records that the caller cannot see are null. */
export function seenPart(value: Value, kind: string | undefined, isSeen: IsSeen): Value {
  if (kind === undefined) return value
  const isHidden = (one: unknown) => typeof one === 'string' && !isSeen(kind, one)
  if (Array.isArray(value)) return value.map((one) => (isHidden(one) ? null : one))
  return isHidden(value) ? null : value
}

/** A change in which the ids of records that the caller cannot see are null. */
export const withoutHidden = <C extends Sides>(change: C, kind: string | undefined, isSeen: IsSeen): C => ({
  ...change,
  from: seenPart(change.from, kind, isSeen),
  to: seenPart(change.to, kind, isSeen),
})
