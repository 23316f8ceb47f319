import { z } from 'zod'

/** The types of relationships between configuration items, as read from the source. */
export const relationshipTypes = [
  'depends_on',
  'runs_on',
  'hosted_on',
  'contains',
  'member_of',
  'connects_to',
  'manages',
  'owns',
  'uses',
  'backs_up',
  'sends_data_to',
  'impacts',
  'relates_to',
] as const

/** The names of the same types, as read from the target, in the same order. */
export const relationshipInverses = [
  'required_by',
  'runs',
  'hosts',
  'contained_by',
  'has_member',
  'connected_by',
  'managed_by',
  'owned_by',
  'used_by',
  'backed_up_by',
  'receives_data_from',
  'impacted_by',
  'relates_to',
] as const

export type RelationshipType = (typeof relationshipTypes)[number]
export type RelationshipInverse = (typeof relationshipInverses)[number]

interface RelationshipRule {
  readonly inverse: RelationshipInverse
  /** The item that fails if the other one fails. */
  readonly fails: 'source' | 'target' | 'neither'
  /** Relationships of the type must not form a cycle. */
  readonly isAcyclic: boolean
}

/** The rules of each type of relationship. */
export const relationshipRules: Readonly<Record<RelationshipType, RelationshipRule>> = {
  depends_on: { inverse: 'required_by', fails: 'source', isAcyclic: false },
  runs_on: { inverse: 'runs', fails: 'source', isAcyclic: true },
  hosted_on: { inverse: 'hosts', fails: 'source', isAcyclic: true },
  contains: { inverse: 'contained_by', fails: 'target', isAcyclic: true },
  member_of: { inverse: 'has_member', fails: 'target', isAcyclic: true },
  connects_to: { inverse: 'connected_by', fails: 'source', isAcyclic: false },
  manages: { inverse: 'managed_by', fails: 'neither', isAcyclic: false },
  owns: { inverse: 'owned_by', fails: 'neither', isAcyclic: true },
  uses: { inverse: 'used_by', fails: 'source', isAcyclic: false },
  backs_up: { inverse: 'backed_up_by', fails: 'neither', isAcyclic: false },
  sends_data_to: { inverse: 'receives_data_from', fails: 'target', isAcyclic: false },
  impacts: { inverse: 'impacted_by', fails: 'target', isAcyclic: false },
  relates_to: { inverse: 'relates_to', fails: 'neither', isAcyclic: false },
}

export const relationshipType = z
  .enum(relationshipTypes)
  .meta({ id: 'RelationshipType', description: 'Type of a relationship, as read from the source.' })
export const relationshipInverse = z.enum(relationshipInverses).meta({
  id: 'RelationshipInverse',
  description: 'Name of the type of a relationship, as read from the target.',
})
export const relationshipName = z
  .enum([...relationshipTypes, ...relationshipInverses.filter((inverse) => inverse !== 'relates_to')])
  .meta({
    id: 'RelationshipName',
    description: 'Type of a relationship, as read from the source or from the target.',
  })
