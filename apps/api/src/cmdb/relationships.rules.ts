import {
  type RelationshipCreate,
  type RelationshipType,
  relationshipRules,
  relationshipTypes,
} from '@commonhold/contract'

/** A stored relationship. */
export interface StoredRelationship {
  readonly source_id: string
  readonly target_id: string
  readonly relationship_type: RelationshipType
}

/** The stored form of a requested relationship. The name of the reverse direction swaps the ends. */
export function storedFormOf(
  itemId: string,
  { target_id, relationship_type }: RelationshipCreate,
): StoredRelationship {
  const direct = relationshipTypes.find((type) => type === relationship_type)
  if (direct) return { source_id: itemId, target_id, relationship_type: direct }
  const inverse = relationshipTypes.find((type) => relationshipRules[type].inverse === relationship_type)
  if (!inverse) throw new Error(`no relationship is called ${relationship_type}`)
  return { source_id: target_id, target_id: itemId, relationship_type: inverse }
}

/** Adds the direction of a relationship, from the point of view of an item. */
export const withDirection = <Row extends { readonly source_id: string }>(itemId: string, row: Row) => ({
  ...row,
  direction: row.source_id === itemId ? ('outgoing' as const) : ('incoming' as const),
})

const failing = (which: 'source' | 'target'): RelationshipType[] =>
  relationshipTypes.filter((type) => relationshipRules[type].fails === which)

/**
 * The types along which a failure spreads from target to source, and those along which it spreads from source to target.
 */
export const impactFlows = { toSource: failing('source'), toTarget: failing('target') }
