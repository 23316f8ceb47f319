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

/** The types of members of a group. */
export const memberTypes = ['user', 'group'] as const

const memberType = z.enum(memberTypes).meta({ id: 'MemberType', description: 'Type of the member.' })

const member = z
  .object({
    id: id().meta({ description: 'Id of the user or group.' }),
    name: z.string().meta({ description: 'Name to show.', examples: ['Ada Lovelace'] }),
  })
  .meta({ id: 'Member', description: 'A user or a group, by name.' })

/** The records that a request can include in a membership. */
export const membershipIncludes = includes('Membership', {
  user: userBrief,
  group: groupBrief,
  member_group: groupBrief,
})

const membership = z
  .object({
    ...ownedMembers,
    group_id: id().meta({ description: 'Id of the group that has the member directly.' }),
    member_type: memberType,
    user_id: nullable(id()).meta({ description: 'Id of the user; null if the member is a group.' }),
    member_group_id: nullable(id()).meta({
      description: 'Id of the member group; null if the member is a user.',
    }),
    member,
    via: z.array(membershipLink).meta({
      description:
        'With `effective=true`: the groups on the shortest path from the group to the user, outermost first; empty for a direct member.',
    }),
    ways: z.array(z.array(membershipLink)).meta({
      description:
        'With `effective=true`: all paths from the group to the group that has the user directly, at most 20, shortest first. A direct member has one empty path.',
    }),
    ...membershipIncludes.members,
  })
  .meta({ id: 'Membership', description: 'The membership of a user or a group in a group.' })
const membershipCreate = z
  .strictObject({
    user_id: reference('the user')
      .meta({
        description:
          'Id (ULID) of an active user, or of a service account of the tenant. The user must belong to this tenant, or to another tenant in which the caller holds `users:read`; in that case the user joins this tenant, too. Invite all other users (`POST /invitations`). Only operators can add operators, and they may add any account.',
      })
      .optional(),
    member_group_id: recordReference('groups', 'the group that becomes a member').optional(),
    ...ownedOnCreate,
  })
  .meta({ id: 'MembershipCreate', description: 'A new member: either `user_id` or `member_group_id`.' })

export interface Membership extends z.infer<typeof membership> {}
export interface MembershipCreate extends z.infer<typeof membershipCreate> {}
/** The membership of a user or a group in a group. */
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
      'Adds a user, who then belongs to the tenant, or a group, whose users are then also users of this group. Needs every permission that the group grants. Groups can be nested at most ten levels deep below a group.',
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
      'From the next request on, the member lacks the permissions of the group. A user who leaves their last group of the tenant also loses everything in the tenant that `DELETE /members/{user_id}` removes. Leaving a group needs no permission: a member may always leave, unless they are the last owner. Removing another member needs `groups:write`, and only owners can remove owners.',
    permission: 'authenticated',
    success: { status: 204 },
    errors: ['permission_denied', 'last_owner'],
  }),
}
