import { z } from 'zod'
import { projectBrief } from '../briefs.ts'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { externalIdsGiven, recordReference } from '../kernel/external-ids.ts'
import { byFlag, byLowerKey, byReference, byTime, byValue } from '../kernel/filters.ts'
import { includes } from '../kernel/include.ts'
import { lifecycle, moves } from '../kernel/lifecycle.ts'
import { permissionNames } from '../kernel/permissions.ts'
import { archivedAt, ownedMembers, ownedOnCreate } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { id, instant, longText, name, nullable } from '../kernel/schema.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'

/** A permission that a group grants; `*` = all permissions. */
export const permission = z.enum(['*', ...permissionNames]).meta({
  id: 'Permission',
  description: '`<resource>:<action>`; `*` = everything.',
})

const fields = {
  name: name().meta({ description: 'Name, unique in the tenant.', examples: ['Store keepers'] }),
  description: nullable(longText()).meta({ description: 'What the group is for, in Markdown.' }),
  permissions: z
    .array(permission)
    .max(64)
    .meta({
      description:
        'The permissions of its members, including the members of groups within it. A group of one project can have only permissions on projects, issues and assets.',
      examples: [['assets:read', 'assets:write']],
    }),
}
const key = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,47}$/)
  .meta({
    description:
      'Name for programs, unique in the tenant; cannot be changed later. Default: made from the name.',
    examples: ['store_keepers'],
  })

/** The records that a request can include in a group. */
export const groupIncludes = includes('Group', {
  project: projectBrief,
})

const group = z
  .object({
    ...ownedMembers,
    project_id: nullable(id()).meta({
      description: 'Id of the project that its permissions are limited to; null = the whole tenant.',
    }),
    ...fields,
    key: z.string().meta({
      description: 'Name for programs, unique in the tenant.',
      examples: ['store_keepers'],
    }),
    is_builtin: z.boolean().meta({ description: 'True for the groups that are created with every tenant.' }),
    member_count: z.int().min(0).meta({ description: 'Number of users and groups that are direct members.' }),
    is_grantable: z.boolean().meta({
      description:
        'True if the caller has all permissions of the group and of the groups that it is in. Otherwise adding and removing members, changing the permissions, archiving, restoring and deleting answer 403 `permission_denied`.',
    }),
    archived_at: archivedAt,
    ...groupIncludes.members,
  })
  .meta({
    id: 'Group',
    description: 'Grants permissions to its members. An archived group grants nothing.',
  })
/** A group on the path from a group to one of its users. */
export const membershipLink = z
  .object({
    id: id().meta({ description: 'Id of the group.' }),
    name: z.string().meta({ description: 'Name to show.', examples: ['Store keepers'] }),
  })
  .meta({ id: 'MembershipLink', description: 'A group on the path from a group to one of its users.' })
const wayIntoGroup = z
  .object({
    membership_id: id().meta({ description: 'Id of the membership through which the user is in the group.' }),
    via: z.array(membershipLink).meta({
      description: 'The groups on the path, outermost first; empty for a direct member.',
    }),
  })
  .meta({ id: 'WayIntoGroup', description: 'A path by which a user is in a group.' })
const myGroup = group
  .extend({
    ways: z.array(wayIntoGroup).meta({
      description:
        'All paths by which the user is in the group: at most 20 for each membership, shortest first.',
    }),
  })
  .meta({
    id: 'MyGroup',
    description: 'A group of the current user, and the paths by which the user is in it.',
  })
const groupCreate = z
  .strictObject({
    ...fields,
    key,
    project_id: nullable(recordReference('projects', 'the project that the permissions are limited to')),
    ...ownedOnCreate,
  })
  .partial({ key: true, description: true, permissions: true, project_id: true })
  .meta({ id: 'GroupCreate', description: 'A new group.' })
const groupUpdate = z
  .strictObject({ ...fields, external_ids: externalIdsGiven })
  .partial()
  .meta({ id: 'GroupUpdate', description: 'Changes to a group. Its key and its project are fixed.' })

export interface Group extends z.infer<typeof group> {}
export interface MyGroup extends z.infer<typeof myGroup> {}
export interface GroupCreate extends z.infer<typeof groupCreate> {}
export interface GroupUpdate extends z.infer<typeof groupUpdate> {}
/** Grants permissions to its members. */
export const Group: z.core.$ZodType<Group, Group> = group
/** A group of the current user, and the paths by which the user is in it. */
export const MyGroup: z.core.$ZodType<MyGroup, MyGroup> = myGroup
/** A new group. */
export const GroupCreate: z.core.$ZodType<GroupCreate, GroupCreate> = groupCreate
/** A merge patch (RFC 7396) of a group. */
export const GroupUpdate: z.core.$ZodType<GroupUpdate, GroupUpdate> = groupUpdate

/** An archived group keeps its members, but grants them nothing. */
export const groupLifecycle = lifecycle({
  idempotent: true,
  states: {
    in_use: { column: 'archived_at', null: true },
    archived: { column: 'archived_at', null: false, stamp: 'archived_at' },
  },
  moves: {
    archive: {
      operationId: 'archiveGroup',
      path: '/groups/{group_id}/archive',
      summary: 'Archive a group',
      description:
        'From the next request on, the group grants nothing, and its members are no longer in other groups through it.',
      from: ['in_use'],
      to: 'archived',
    },
    restore: {
      operationId: 'restoreGroup',
      path: '/groups/{group_id}/restore',
      summary: 'Restore a group',
      description: 'Needs every permission that the group grants, because its members get them back.',
      from: ['archived'],
      to: 'in_use',
      clearsLeft: true,
    },
  },
})

const listing = {
  filters: {
    name: byValue(name()),
    key: byLowerKey(),
    project_id: byReference('the project', { nullable: true }),
    is_builtin: byFlag(),
    created_at: byTime(instant()),
    updated_at: byTime(instant()),
  },
  sort: ['name', 'key', 'created_at', 'updated_at'],
  search: true,
  archivable: true,
} as const

/** The list of groups of the selected tenant. */
export const groupCollection = collection({
  hasExternalIds: true,
  ...listing,
  include: groupIncludes.include,
})

/** The list of groups of any tenant; it cannot include projects, which the caller may be unable to read. */
export const groupsOfTenant = collection(listing)

export const groups = {
  ...crud({
    tag: 'Groups',
    type: 'Group',
    types: 'Groups',
    one: 'a group',
    many: 'groups',
    paths: { collection: '/groups', item: '/groups/{group_id}' },
    permission: 'groups',
    record: Group,
    create: GroupCreate,
    update: GroupUpdate,
    collection: groupCollection,
    errors: {
      create: ['already_exists'],
      update: ['already_exists', 'built_in_record'],
      delete: ['built_in_record', 'last_owner'],
    },
  }),
  ...moves(
    { tag: 'Groups', permission: 'groups:write', record: Group, errors: ['built_in_record', 'last_owner'] },
    groupLifecycle,
  ),
}

/** Writes up to 500 groups in one request. */
export const groupsBulk: BulkOf<'groups'> = bulk(groups)

/** Creates a group by an external id, or updates it. */
export const groupsUpsert: UpsertOf<'groups'> = upsert(groups)

/** Lists the changes of a group. */
export const groupsHistory: HistoryOf<typeof groups.get> = history(groups.get)
