import { z } from 'zod'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { externalIdsGiven, recordReference } from '../kernel/external-ids.ts'
import { byReference, byTime, byValue } from '../kernel/filters.ts'
import { ownedMembers, ownedOnCreate } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { id, instant, longText, name, nullable } from '../kernel/schema.ts'
import { ciType } from './configuration-values.ts'
import { relationshipInverse, relationshipName, relationshipType } from './relationship-types.ts'

const configurationItemReference = z
  .object({
    id: id().meta({ description: 'Id of the configuration item.' }),
    name: name().meta({ description: 'Name of the item.', examples: ['mail-01'] }),
    ci_type: nullable(ciType),
  })
  .meta({ id: 'ConfigurationItemReference', description: 'A configuration item, in short.' })

export interface ConfigurationItemReference extends z.infer<typeof configurationItemReference> {}
/** A configuration item, in short. */
export const ConfigurationItemReference: z.core.$ZodType<
  ConfigurationItemReference,
  ConfigurationItemReference
> = configurationItemReference

const relatedItem = configurationItemReference
  .extend({
    is_archived: z.boolean().meta({
      description:
        'Whether the item is archived. While it is, changing or deleting its relationships answers 409 `record_archived`.',
    }),
  })
  .meta({ id: 'RelatedConfigurationItem', description: 'A configuration item of a relationship, in short.' })

export interface RelatedConfigurationItem extends z.infer<typeof relatedItem> {}
/** A configuration item of a relationship, in short. */
export const RelatedConfigurationItem: z.core.$ZodType<RelatedConfigurationItem, RelatedConfigurationItem> =
  relatedItem

const direction = z.enum(['outgoing', 'incoming']).meta({
  id: 'RelationshipDirection',
  description: 'Whether the relationship starts at the item (`outgoing`) or leads to it (`incoming`).',
})

const members = {
  description: nullable(longText()).meta({ description: 'Anything else, in Markdown.' }),
  weight: z.int().min(1).max(10).meta({
    description:
      'How strongly the failure of one item affects the other: 10 = completely, 1 = hardly. Default: 10.',
  }),
}

const relationship = z
  .object({
    ...ownedMembers,
    source_id: id().meta({ description: 'Id of the configuration item at which the relationship starts.' }),
    target_id: id().meta({ description: 'Id of the configuration item to which the relationship leads.' }),
    relationship_type: relationshipType,
    inverse_name: relationshipInverse,
    direction,
    ...members,
    source: RelatedConfigurationItem,
    target: RelatedConfigurationItem,
  })
  .meta({ id: 'Relationship', description: 'A relationship between two configuration items.' })
const relationshipCreate = z
  .strictObject({
    target_id: recordReference('configuration_items', 'the other configuration item'),
    relationship_type: relationshipName,
    ...members,
    ...ownedOnCreate,
  })
  .partial({ description: true, weight: true })
  .meta({ id: 'RelationshipCreate', description: 'A new relationship, as read from the item in the path.' })

const relationshipUpdate = z
  .strictObject({ ...members, external_ids: externalIdsGiven })
  .partial()
  .meta({
    id: 'RelationshipUpdate',
    description: 'Changes to a relationship. Its items and its type cannot be changed.',
  })

export interface RelationshipUpdate extends z.infer<typeof relationshipUpdate> {}
/** A merge patch (RFC 7396) of a relationship. */
export const RelationshipUpdate: z.core.$ZodType<RelationshipUpdate, RelationshipUpdate> = relationshipUpdate
export interface Relationship extends z.infer<typeof relationship> {}
export interface RelationshipCreate extends z.infer<typeof relationshipCreate> {}
/** A relationship between two configuration items: one record, which both of them list. */
export const Relationship: z.core.$ZodType<Relationship, Relationship> = relationship
/** A new relationship. */
export const RelationshipCreate: z.core.$ZodType<RelationshipCreate, RelationshipCreate> = relationshipCreate

/** The list of the relationships of one item. */
export const relationshipCollection = collection({
  hasExternalIds: true,
  filters: { relationship_type: byValue(relationshipType), created_at: byTime(instant()) },
  sort: ['relationship_type', 'weight', 'created_at'],
  parameters: {
    direction,
  },
})

const allRelationships = collection({
  hasExternalIds: true,
  filters: {
    source_id: byReference('the configuration item at which the relationship starts'),
    target_id: byReference('the configuration item to which the relationship leads'),
    relationship_type: byValue(relationshipType),
    created_at: byTime(instant()),
  },
  sort: ['relationship_type', 'weight', 'created_at'],
})

export const relationships = {
  list: endpoint({
    operationId: 'listRelationships',
    method: 'get',
    path: '/relationships',
    tag: 'Configuration items',
    summary: 'List relationships',
    description: 'Lists each relationship once, as read from its source.',
    permission: 'configuration_items:read',
    query: allRelationships.query,
    collection: allRelationships,
    success: { status: 200, body: z.array(Relationship) },
  }),
  get: endpoint({
    operationId: 'getRelationship',
    method: 'get',
    path: '/relationships/{relationship_id}',
    tag: 'Configuration items',
    summary: 'Read a relationship',
    description: 'Returns the relationship as read from its source.',
    permission: 'configuration_items:read',
    success: { status: 200, body: Relationship },
  }),
  update: endpoint({
    operationId: 'updateRelationship',
    method: 'patch',
    path: '/relationships/{relationship_id}',
    tag: 'Configuration items',
    summary: 'Update a relationship',
    permission: 'configuration_items:write',
    body: RelationshipUpdate,
    success: { status: 200, body: Relationship },
  }),
  delete: endpoint({
    operationId: 'deleteRelationship',
    method: 'delete',
    path: '/relationships/{relationship_id}',
    tag: 'Configuration items',
    summary: 'Delete a relationship',
    permission: 'configuration_items:write',
    success: { status: 204 },
  }),
}

/** Writes up to 500 relationships in one request. */
export const relationshipsBulk: BulkOf<'relationships'> = bulk(relationships)

/** Lists the changes of a relationship. */
export const relationshipsHistory: HistoryOf<typeof relationships.get> = history(relationships.get)
