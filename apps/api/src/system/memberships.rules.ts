/** A group that is a direct member of another group. */
export interface Nesting {
  readonly group_id: string
  readonly member_group_id: string
  readonly name: string
}

/** A group on the path from an outer group to a nested one. */
export interface Step {
  readonly id: string
  readonly name: string
}

/** The maximum number of returned paths per group; there may be many more. */
export const MOST_WAYS = 20

type Way = readonly Step[]

/**
 * The paths from a group to each group nested in it, outermost first: the shortest paths, and among equally long ones those with
 * the smallest ids. At most `MOST_WAYS` per group. Every path that begins with an omitted path would be omitted, too.
 */
export function waysFrom(groupId: string, nestings: readonly Nesting[]): Map<string, Way[]> {
  const within = Map.groupBy(
    nestings.toSorted((a, b) => (a.member_group_id < b.member_group_id ? -1 : 1)),
    ({ group_id }) => group_id,
  )
  const ways = new Map<string, Way[]>()
  const found: { readonly id: string; readonly way: Way }[] = [{ id: groupId, way: [] }]
  // Iterating an array includes elements that are appended meanwhile.
  for (const { id, way } of found) {
    const known = ways.get(id) ?? []
    if (known.length === MOST_WAYS) continue
    ways.set(id, [...known, way])
    for (const { member_group_id, name } of within.get(id) ?? [])
      found.push({ id: member_group_id, way: [...way, { id: member_group_id, name }] })
  }
  return ways
}
