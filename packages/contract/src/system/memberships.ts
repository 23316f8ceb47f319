import { z } from 'zod'
import { groupBrief, userBrief } from '../briefs.ts'
import { collection } from '../kernel/collection.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { recordReference } from '../kernel/external-ids.ts'
import { byReference, byTime, byValue } from '../kernel/filters.ts'
import { includes } from '../kernel/include.ts'
import { ownedMembers, ownedOnCreate } from '../kernel/record.ts'
import { id, instant, nullable, queryBoolean, reference } from '../kernel/schema.ts'
import { membershipLink } from './groups.ts'

/** What can be a member of a group. */
export const memberTypes = ['user', 'group'] as const

const memberType = z.enum(memberTypes).meta({ id: 'MemberType', description: 'What the member is.' })

const member = z
  .object({
    id: id().meta({ description: 'Id of the user or group.' }),
    name: z.string().meta({ description: 'Name to show.', examples: ['Ada Lovelace'] }),
  })
  .meta({ id: 'Member', description: 'A user or a group, by name.' })

/** The records that one shows beside their ids, on request. */
export const membershipIncludes = includes('Membership', {
  user: userBrief,
  group: groupBrief,
  member_group: groupBrief,
})

const membership = z
  .object({
    ...ownedMembers,
    group_id: id().meta({ description: 'Id of the group that the member is in directly.' }),
    member_type: memberType,
    user_id: nullable(id()).meta({ description: 'Id of the user, if the member is one.' }),
    member_group_id: nullable(id()).meta({ description: 'Id of the group, if the member is one.' }),
    member,
    via: z.array(membershipLink).meta({
      description:
        'With `effective=true`: the groups through which the user gets in by the shortest way, the outermost first; empty for a direct member.',
    }),
    ways: z.array(z.array(membershipLink)).meta({
      description:
        'With `effective=true`: every way from the group to the one that the user is in directly, the shortest first, at most 20; for a direct member one without groups.',
    }),
    ...membershipIncludes.members,
  })
  .meta({ id: 'Membership', description: 'A user or a group within a group.' })
const membershipCreate = z
  .strictObject({
    user_id: reference('the user')
      .meta({
        description:
          'Id (ULID) of an active user who belongs to the tenant, or to another tenant of the caller in which the caller holds `users:read`, and thereby to this one, too; or of a service account of the tenant. Anybody else is invited (`POST /invitations`). Operators are added by operators, who may add any account.',
      })
      .optional(),
    member_group_id: recordReference('groups', 'the group that is to lie within').optional(),
    ...ownedOnCreate,
  })
  .meta({ id: 'MembershipCreate', description: 'A new member: exactly one of the two.' })

export interface Membership extends z.infer<typeof membership> {}
export interface MembershipCreate extends z.infer<typeof membershipCreate> {}
/** A user or a group within a group. */
export const Membership: z.core.$ZodType<Membership, Membership> = membership
/** A new member of a group. */
export const MembershipCreate: z.core.$ZodType<MembershipCreate, MembershipCreate> = membershipCreate

const membershipCollection = collection({
  hasExternalIds: true,
  include: membershipIncludes.include,
  filters: {
    member_type: byValue(memberType),
    user_id: byReference('the user', { nullable: true }),
    member_group_id: byReference('the group', { nullable: true }),
    created_at: byTime(instant()),
  },
  sort: ['created_at'],
  parameters: {
    effective: queryBoolean().meta({
      description:
        'True: lists every user, including those of nested groups, once for each membership that leads to the user.',
    }),
  },
})

export const memberships = {
  list: endpoint({
    operationId: 'listMembershipsOfGroup',
    method: 'get',
    path: '/groups/{group_id}/memberships',
    tag: 'Groups',
    summary: 'List the members of a group',
    description:
      'Lists the users and groups that are direct members; with `effective=true` all users, with the memberships that lead to them.',
    permission: 'groups:read',
    query: membershipCollection.query,
    collection: membershipCollection,
    success: { status: 200, body: z.array(Membership) },
  }),
  create: endpoint({
    operationId: 'createMembershipOfGroup',
    method: 'post',
    path: '/groups/{group_id}/memberships',
    tag: 'Groups',
    summary: 'Add a member to a group',
    description:
      'Adds a user, who thereby belongs to the tenant, or a group, whose users then are users of this one. Needs every permission that the group grants. Groups are nested at most ten deep below a group.',
    permission: 'groups:write',
    body: MembershipCreate,
    location: null,
    success: { status: 201, body: Membership },
    errors: ['already_exists', 'cycle_detected'],
  }),
  delete: endpoint({
    operationId: 'deleteMembershipOfGroup',
    method: 'delete',
    path: '/groups/{group_id}/memberships/{membership_id}',
    tag: 'Groups',
    summary: 'Remove a member from a group',
    description:
      'From the next request on, the member lacks the permissions of the group. A user who leaves the last group of the tenant also loses there what `DELETE /members/{user_id}` removes. Removing one’s own membership needs no permission: a member may always leave, except as the last owner. Removing any other needs `groups:write`, and only owners remove owners.',
    permission: 'authenticated',
    success: { status: 204 },
    errors: ['permission_denied', 'last_owner'],
  }),
}
