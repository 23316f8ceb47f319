import { z } from 'zod'

/** How two configuration items can be related, seen from the source. */
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

/** The same, seen from the target. */
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
  /** What fails with the other: the source with the target, or the target with the source. */
  readonly fails: 'source' | 'target' | 'neither'
  /** No item may come to be related to itself by way of others. */
  readonly isAcyclic: boolean
}

/** What follows from each type of relationship. */
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
  .meta({ id: 'RelationshipType', description: 'How two items are related, seen from the source.' })
export const relationshipInverse = z
  .enum(relationshipInverses)
  .meta({ id: 'RelationshipInverse', description: 'How two items are related, seen from the target.' })
export const relationshipName = z
  .enum([...relationshipTypes, ...relationshipInverses.filter((inverse) => inverse !== 'relates_to')])
  .meta({ id: 'RelationshipName', description: 'How two items are related, seen from either side.' })
