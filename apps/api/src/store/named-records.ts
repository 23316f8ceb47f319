import type { Reader } from '../db/statement.ts'
import type { Change } from './audit.ts'
import type { Referable } from './references.ts'

/** A record that a value names: what kind of record it is, and its id. */
type Naming = readonly [kind: string, id: string]

/** The values of a change, either of which may name records. */
interface Sides {
  readonly from: Value
  readonly to: Value
}

type Value = Change['from']

/** Whether the caller can see a record. */
export type IsSeen = (...naming: Naming) => boolean

/** The records that a change names; none where its values name none. */
export const namedBy = ({ from, to }: Sides, kind: string | undefined): Naming[] =>
  kind === undefined
    ? []
    : [from, to].flat().flatMap((id): Naming[] => (typeof id === 'string' ? [[kind, id]] : []))

/** Which of the records the caller can see; those of kinds that have no store are seen by all. */
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

/** A value without the ids of records that the caller cannot see: null stands for each. */
export function seenPart(value: Value, kind: string | undefined, isSeen: IsSeen): Value {
  if (kind === undefined) return value
  const isHidden = (one: unknown) => typeof one === 'string' && !isSeen(kind, one)
  if (Array.isArray(value)) return value.map((one) => (isHidden(one) ? null : one))
  return isHidden(value) ? null : value
}

/** A change without the ids of records that the caller cannot see. */
export const withoutHidden = <C extends Sides>(change: C, kind: string | undefined, isSeen: IsSeen): C => ({
  ...change,
  from: seenPart(change.from, kind, isSeen),
  to: seenPart(change.to, kind, isSeen),
})
