import { z } from 'zod'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { externalIdsGiven } from '../kernel/external-ids.ts'
import { byFlag } from '../kernel/filters.ts'
import { catalogueMembers, ownedOnCreate } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { name } from '../kernel/schema.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'
import {
  activeMember,
  keyedErrors,
  keyedFilters,
  keyMember,
  positionMember,
} from './issue-configuration-members.ts'

const fields = {
  name: name().meta({ description: 'Name of the link type.', examples: ['Blocks'] }),
  outward_name: name().meta({
    description: 'How the link reads from the issue at its start. Default: the name.',
    examples: ['blocks'],
  }),
  inward_name: name().meta({
    description:
      'How the link reads from the issue at its end; the same as `outward_name` for a symmetric type. Default: the name.',
    examples: ['is blocked by'],
  }),
  is_symmetric: z.boolean().meta({
    description: 'True: both directions mean the same. Such a type can be neither blocking nor acyclic.',
  }),
  is_blocking: z.boolean().meta({
    description: 'True: the issue at the end of the link cannot be closed before the issue at its start.',
  }),
  is_acyclic: z.boolean().meta({ description: 'True: links of the type cannot form a cycle.' }),
  position: positionMember,
  is_active: activeMember,
}
const key = keyMember(['blocks'])

const issueLinkType = z
  .object({ ...catalogueMembers, key, ...fields })
  .meta({ id: 'IssueLinkType', description: 'What a link between two issues means.' })
const issueLinkTypeCreate = z
  .strictObject({ key, ...fields, ...ownedOnCreate })
  .partial({
    key: true,
    outward_name: true,
    inward_name: true,
    is_symmetric: true,
    is_blocking: true,
    is_acyclic: true,
    position: true,
    is_active: true,
  })
  .meta({ id: 'IssueLinkTypeCreate', description: 'A new type of link.' })
const issueLinkTypeUpdate = z
  .strictObject({ ...fields, external_ids: externalIdsGiven })
  .partial()
  .meta({
    id: 'IssueLinkTypeUpdate',
    description:
      'Changes to a link type. Its key cannot be changed. While links have the type, `is_symmetric` and `is_acyclic` cannot be changed either.',
  })

export interface IssueLinkType extends z.infer<typeof issueLinkType> {}
export interface IssueLinkTypeCreate extends z.infer<typeof issueLinkTypeCreate> {}
export interface IssueLinkTypeUpdate extends z.infer<typeof issueLinkTypeUpdate> {}
/** What a link between two issues means. */
export const IssueLinkType: z.core.$ZodType<IssueLinkType, IssueLinkType> = issueLinkType
/** A new type of link. */
export const IssueLinkTypeCreate: z.core.$ZodType<IssueLinkTypeCreate, IssueLinkTypeCreate> =
  issueLinkTypeCreate
/** A merge patch (RFC 7396) of a type of link. */
export const IssueLinkTypeUpdate: z.core.$ZodType<IssueLinkTypeUpdate, IssueLinkTypeUpdate> =
  issueLinkTypeUpdate

export const issueLinkTypes = crud({
  tag: 'Issue configuration',
  type: 'IssueLinkType',
  types: 'IssueLinkTypes',
  one: 'an issue link type',
  many: 'issue link types',
  paths: { collection: '/issue-link-types', item: '/issue-link-types/{issue_link_type_id}' },
  permission: 'issue_configuration',
  record: IssueLinkType,
  create: IssueLinkTypeCreate,
  update: IssueLinkTypeUpdate,
  collection: collection({
    hasExternalIds: true,
    filters: { ...keyedFilters, is_symmetric: byFlag(), is_blocking: byFlag(), is_acyclic: byFlag() },
    sort: ['position', 'key', 'name', 'created_at', 'updated_at'],
    defaultSort: 'position,-id',
    search: true,
    catalogue: true,
  }),
  errors: { ...keyedErrors, update: ['dependent_item_exists'] },
})

/** Writes up to 500 issue link types in one request. */
export const issueLinkTypesBulk: BulkOf<'issueLinkTypes'> = bulk(issueLinkTypes)

/** Creates an issue link type by an external id, or updates it. */
export const issueLinkTypesUpsert: UpsertOf<'issueLinkTypes'> = upsert(issueLinkTypes)

/** Lists the changes of an issue link type. */
export const issueLinkTypesHistory: HistoryOf<typeof issueLinkTypes.get> = history(issueLinkTypes.get)
