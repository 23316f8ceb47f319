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

/**
 * The way from a group to each that lies within it, outermost first: a shortest one, and of several the one whose ids
 * come first. Every group is visited once, however many ways lead to it.
 */
export function shortestWays(groupId: string, nestings: readonly Nesting[]): Map<string, readonly Step[]> {
  const within = Map.groupBy(nestings, ({ group_id }) => group_id)
  const ways = new Map<string, readonly Step[]>([[groupId, []]])
  // A Map is walked in the order of insertion, also over what is added meanwhile.
  for (const [id, way] of ways) {
    const inner = [...(within.get(id) ?? [])].sort((a, b) => (a.member_group_id < b.member_group_id ? -1 : 1))
    for (const { member_group_id, name } of inner)
      if (!ways.has(member_group_id)) ways.set(member_group_id, [...way, { id: member_group_id, name }])
  }
  return ways
}
