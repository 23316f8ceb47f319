/** A group that lies directly within another. */
export interface Nesting {
  readonly group_id: string
  readonly member_group_id: string
  readonly name: string
}

/** A group on the way from an outer group to one within it. */
export interface Step {
  readonly id: string
  readonly name: string
}

/** Ways from a group to another that are told; there may be many times more. */
export const MOST_WAYS = 20

type Way = readonly Step[]

/**
 * The ways from a group to each that lies within it, outermost first: the shortest, and of several the one whose ids
 * come first. At most `MOST_WAYS` for each group: a way that is left out only begins others that would be left out.
 */
export function waysFrom(groupId: string, nestings: readonly Nesting[]): Map<string, Way[]> {
  const within = Map.groupBy(
    nestings.toSorted((a, b) => (a.member_group_id < b.member_group_id ? -1 : 1)),
    ({ group_id }) => group_id,
  )
  const ways = new Map<string, Way[]>()
  const found: { readonly id: string; readonly way: Way }[] = [{ id: groupId, way: [] }]
  // An array is walked in the order of insertion, also over what is added meanwhile.
  for (const { id, way } of found) {
    const known = ways.get(id) ?? []
    if (known.length === MOST_WAYS) continue
    ways.set(id, [...known, way])
    for (const { member_group_id, name } of within.get(id) ?? [])
      found.push({ id: member_group_id, way: [...way, { id: member_group_id, name }] })
  }
  return ways
}
