import { z } from 'zod'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { externalIdsGiven } from '../kernel/external-ids.ts'
import { byFlag, byNumber } from '../kernel/filters.ts'
import { catalogueMembers, ownedOnCreate } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { integer } from '../kernel/schema.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'
import {
  activeMember,
  colorMember,
  iconMember,
  keyedErrors,
  keyedFilters,
  keyMember,
  namedMembers,
  positionMember,
} from './issue-configuration-members.ts'

const fields = {
  ...namedMembers('Blocker'),
  level: z
    .int()
    .min(1)
    .max(100)
    .meta({ description: 'Urgency; 1 = most urgent.', examples: [1] }),
  color: colorMember,
  icon: iconMember,
  position: positionMember,
  is_default: z.boolean().meta({
    description:
      'True: the default priority of new issues without impact and urgency. A tenant has one default, which overrides the shared default. Setting it on one priority clears it on the previous one.',
  }),
  is_active: activeMember,
}
const key = keyMember(['blocker'])

const issuePriority = z
  .object({ ...catalogueMembers, key, ...fields })
  .meta({ id: 'IssuePriority', description: 'A priority of issues.' })
const issuePriorityCreate = z
  .strictObject({ key, ...fields, ...ownedOnCreate })
  .partial({
    key: true,
    level: true,
    description: true,
    color: true,
    icon: true,
    position: true,
    is_default: true,
    is_active: true,
  })
  .meta({
    id: 'IssuePriorityCreate',
    description: 'A new issue priority. Without `level`, it is less urgent than all others.',
  })
const issuePriorityUpdate = z
  .strictObject({ ...fields, external_ids: externalIdsGiven })
  .partial()
  .meta({ id: 'IssuePriorityUpdate', description: 'Changes to an issue priority. Its key is fixed.' })

export interface IssuePriority extends z.infer<typeof issuePriority> {}
export interface IssuePriorityCreate extends z.infer<typeof issuePriorityCreate> {}
export interface IssuePriorityUpdate extends z.infer<typeof issuePriorityUpdate> {}
/** A priority of issues. */
export const IssuePriority: z.core.$ZodType<IssuePriority, IssuePriority> = issuePriority
/** A new issue priority. */
export const IssuePriorityCreate: z.core.$ZodType<IssuePriorityCreate, IssuePriorityCreate> =
  issuePriorityCreate
/** A merge patch (RFC 7396) of an issue priority. */
export const IssuePriorityUpdate: z.core.$ZodType<IssuePriorityUpdate, IssuePriorityUpdate> =
  issuePriorityUpdate

export const issuePriorities = crud({
  tag: 'Issue configuration',
  type: 'IssuePriority',
  types: 'IssuePriorities',
  one: 'an issue priority',
  many: 'issue priorities',
  paths: { collection: '/issue-priorities', item: '/issue-priorities/{issue_priority_id}' },
  permission: 'issue_configuration',
  record: IssuePriority,
  create: IssuePriorityCreate,
  update: IssuePriorityUpdate,
  collection: collection({
    hasExternalIds: true,
    filters: { ...keyedFilters, level: byNumber(integer()), is_default: byFlag() },
    sort: ['position', 'key', 'name', 'level', 'created_at', 'updated_at'],
    defaultSort: 'position,-id',
    search: true,
    catalogue: true,
  }),
  errors: { ...keyedErrors, update: ['dependent_item_exists'] },
})

/** Writes up to 500 issue priorities in one request. */
export const issuePrioritiesBulk: BulkOf<'issuePriorities'> = bulk(issuePriorities)

/** Creates an issue priority by an external id, or updates it. */
export const issuePrioritiesUpsert: UpsertOf<'issuePriorities'> = upsert(issuePriorities)

/** Lists the changes of an issue priority. */
export const issuePrioritiesHistory: HistoryOf<typeof issuePriorities.get> = history(issuePriorities.get)
