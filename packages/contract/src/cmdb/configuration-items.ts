import { z } from 'zod'
import { assetBrief, groupBrief, locationBrief, personBrief } from '../briefs.ts'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { externalIdsGiven, recordReference } from '../kernel/external-ids.ts'
import { byReference, byTime, byValue } from '../kernel/filters.ts'
import { includes } from '../kernel/include.ts'
import { lifecycle, moves } from '../kernel/lifecycle.ts'
import { archivedAt, ownedMembers, ownedOnCreate } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { id, instant, line, longText, name, nullable } from '../kernel/schema.ts'
import { summary } from '../kernel/summary.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'
import { ciType, criticality, environment, itemStatus } from './configuration-values.ts'
import { ImpactedItem, impactQuery } from './impact.ts'
import { Relationship, RelationshipCreate, relationshipCollection } from './relationships.ts'

const members = {
  name: name().meta({ description: 'Name, unique among items of its type.', examples: ['mail-01'] }),
  ci_type: nullable(ciType),
  description: nullable(longText()).meta({ description: 'Anything else, in Markdown.' }),
  status: itemStatus,
  criticality: nullable(criticality),
  environment: nullable(environment),
  product_version: nullable(name()).meta({
    description: 'Version of the product.',
    examples: ['18.1'],
  }),
  external_id: nullable(line(255)).meta({
    description: 'Id of the item in another system; need not be unique.',
    examples: ['i-0a1b2c3d'],
  }),
}

const fields = {
  ...members,
  asset_id: nullable(recordReference('assets', 'the asset that the item is')),
  location_id: nullable(recordReference('locations', 'the location of the item')),
  owner_group_id: nullable(recordReference('groups', 'the group that is responsible for the item')),
  owner_person_id: nullable(recordReference('persons', 'the person who is responsible for the item')),
}

/** The records that a request can include in a configuration item. */
export const configurationItemIncludes = includes('ConfigurationItem', {
  asset: assetBrief,
  location: locationBrief,
  owner_group: groupBrief,
  owner_person: personBrief,
})

const configurationItem = z
  .object({
    ...ownedMembers,
    ...members,
    asset_id: nullable(id()).meta({ description: 'Id of the asset that the item is.' }),
    location_id: nullable(id()).meta({ description: 'Id of the location of the item.' }),
    owner_group_id: nullable(id()).meta({ description: 'Id of the group that is responsible for the item.' }),
    owner_person_id: nullable(id()).meta({
      description: 'Id of the person who is responsible for the item.',
    }),
    archived_at: archivedAt,
    ...configurationItemIncludes.members,
  })
  .meta({
    id: 'ConfigurationItem',
    description: 'A component that services consist of or depend on: a service, a server, a document.',
  })
const configurationItemCreate = z
  .strictObject({ ...fields, ...ownedOnCreate })
  .partial({
    ci_type: true,
    description: true,
    status: true,
    criticality: true,
    environment: true,
    product_version: true,
    external_id: true,
    asset_id: true,
    location_id: true,
    owner_group_id: true,
    owner_person_id: true,
  })
  .meta({ id: 'ConfigurationItemCreate', description: 'A new configuration item.' })
const configurationItemUpdate = z
  .strictObject({ ...fields, external_ids: externalIdsGiven })
  .partial()
  .meta({ id: 'ConfigurationItemUpdate', description: 'Changes to a configuration item.' })

export interface ConfigurationItem extends z.infer<typeof configurationItem> {}
export interface ConfigurationItemCreate extends z.infer<typeof configurationItemCreate> {}
export interface ConfigurationItemUpdate extends z.infer<typeof configurationItemUpdate> {}
/** A component that services consist of or depend on; the terms follow ServiceNow and iTop. */
export const ConfigurationItem: z.core.$ZodType<ConfigurationItem, ConfigurationItem> = configurationItem
/** A new configuration item. */
export const ConfigurationItemCreate: z.core.$ZodType<ConfigurationItemCreate, ConfigurationItemCreate> =
  configurationItemCreate
/** A merge patch (RFC 7396) of a configuration item. */
export const ConfigurationItemUpdate: z.core.$ZodType<ConfigurationItemUpdate, ConfigurationItemUpdate> =
  configurationItemUpdate

/** An archived item keeps its relationships. Impacts leave it out. */
export const configurationItemLifecycle = lifecycle({
  idempotent: true,
  states: {
    in_use: { column: 'archived_at', null: true },
    archived: { column: 'archived_at', null: false, stamp: 'archived_at' },
  },
  moves: {
    archive: {
      operationId: 'archiveConfigurationItem',
      path: '/configuration-items/{ci_id}/archive',
      summary: 'Archive a configuration item',
      from: ['in_use'],
      to: 'archived',
    },
    restore: {
      operationId: 'restoreConfigurationItem',
      path: '/configuration-items/{ci_id}/restore',
      summary: 'Restore a configuration item',
      from: ['archived'],
      to: 'in_use',
      clearsLeft: true,
    },
  },
})

export const configurationItems = {
  ...crud({
    tag: 'Configuration items',
    type: 'ConfigurationItem',
    types: 'ConfigurationItems',
    one: 'a configuration item',
    many: 'configuration items',
    paths: { collection: '/configuration-items', item: '/configuration-items/{ci_id}' },
    permission: 'configuration_items',
    record: ConfigurationItem,
    create: ConfigurationItemCreate,
    update: ConfigurationItemUpdate,
    collection: collection({
      hasExternalIds: true,
      include: configurationItemIncludes.include,
      filters: {
        name: byValue(name()),
        ci_type: byValue(ciType, { nullable: true }),
        status: byValue(itemStatus),
        criticality: byValue(criticality, { nullable: true }),
        environment: byValue(environment, { nullable: true }),
        external_id: byValue(line(255), { nullable: true }),
        asset_id: byReference('the asset', { nullable: true }),
        location_id: byReference('the location', { nullable: true }),
        owner_group_id: byReference('the group that is responsible for the item', { nullable: true }),
        owner_person_id: byReference('the person who is responsible for the item', { nullable: true }),
        created_at: byTime(instant()),
        updated_at: byTime(instant()),
      },
      sort: ['name', 'ci_type', 'status', 'created_at', 'updated_at'],
      search: true,
      archivable: true,
    }),
    errors: {
      create: ['already_exists'],
      update: ['already_exists'],
      delete: ['dependent_item_exists'],
    },
  }),
  ...moves(
    { tag: 'Configuration items', permission: 'configuration_items:write', record: ConfigurationItem },
    configurationItemLifecycle,
  ),
  impact: endpoint({
    operationId: 'listImpactOfConfigurationItem',
    method: 'get',
    path: '/configuration-items/{ci_id}/impact',
    tag: 'Configuration items',
    summary: 'List the items that fail with a configuration item',
    description:
      'Lists each item once, with the shortest path to it, nearest items first. Leaves out archived items, and items that are reached only through archived ones. More than 5,000 items are refused: send a smaller `depth`.',
    permission: 'configuration_items:read',
    query: impactQuery,
    whole: true,
    answerHeaders: ['Impact-Truncated'],
    success: { status: 200, body: z.array(ImpactedItem) },
  }),
  listRelationships: endpoint({
    operationId: 'listRelationshipsOfConfigurationItem',
    method: 'get',
    path: '/configuration-items/{ci_id}/relationships',
    tag: 'Configuration items',
    summary: 'List the relationships of a configuration item',
    description: 'Lists the relationships that start at the item, and the relationships that lead to it.',
    permission: 'configuration_items:read',
    query: relationshipCollection.query,
    collection: relationshipCollection,
    success: { status: 200, body: z.array(Relationship) },
  }),
  createRelationship: endpoint({
    operationId: 'createRelationshipOfConfigurationItem',
    method: 'post',
    path: '/configuration-items/{ci_id}/relationships',
    tag: 'Configuration items',
    summary: 'Relate a configuration item to another',
    description:
      'A relationship with the name of the other direction, such as `runs`, is stored from the other item to this one.',
    permission: 'configuration_items:write',
    body: RelationshipCreate,
    success: { status: 201, body: Relationship },
    location: '/relationships/{relationship_id}',
    errors: ['already_exists', 'cycle_detected'],
  }),
}

/** Counts configuration items in groups. */
export const configurationItemsSummary = summary(configurationItems.list, {
  type: 'ConfigurationItem',
  many: 'configuration items',
  values: [
    'ci_type',
    'status',
    'criticality',
    'environment',
    'location_id',
    'owner_group_id',
    'owner_person_id',
  ],
  times: ['created_at'],
})

/** Writes up to 500 configuration items in one request. */
export const configurationItemsBulk: BulkOf<'configurationItems'> = bulk(configurationItems)

/** Creates a configuration item by an external id, or updates it. */
export const configurationItemsUpsert: UpsertOf<'configurationItems'> = upsert(configurationItems)

/** Lists the changes of a configuration item. */
export const configurationItemsHistory: HistoryOf<typeof configurationItems.get> = history(
  configurationItems.get,
)
