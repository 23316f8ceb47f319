import { z } from 'zod'
import { collection } from '../kernel/collection.ts'
import { including } from '../kernel/crud.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { byLowerKey, byTime, byValue } from '../kernel/filters.ts'
import { HistoryEntry, historyCollection } from '../kernel/history.ts'
import { instant } from '../kernel/schema.ts'
import { Group, groupCollection } from './groups.ts'
import {
  User,
  UserCreate,
  UserDeactivation,
  UserDeletion,
  UserMove,
  UserUpdate,
  userIncludes,
  userKind,
  userStatus,
} from './user-records.ts'

const userCollection = collection({
  include: userIncludes.include,
  filters: {
    email: byLowerKey(),
    username: byLowerKey({ nullable: true }),
    status: byValue(userStatus),
    kind: byValue(userKind),
    last_sign_in_at: byTime(instant(), { nullable: true }),
    created_at: byTime(instant()),
    updated_at: byTime(instant()),
  },
  sort: ['email', 'username', 'display_name', 'last_name', 'last_sign_in_at', 'created_at', 'updated_at'],
  search: true,
})

export const users = {
  create: endpoint({
    operationId: 'createUser',
    method: 'post',
    path: '/users',
    tag: 'Users',
    summary: 'Create a user',
    description:
      'Makes an account. Who holds `users:write` adds it to the users group of the selected tenant, which then looks after the account while it belongs to no other tenant. Anybody else signs it up: it joins the tenant that the installation names for sign-up, where the installation lets people sign up (see `GET /auth/sign-up`). An email address that has an account answers 409. Where mail is sent, a caller who adds accounts or changes those of others causes it 300 times an hour, and ten times a day for one address (429).',
    permission: 'public',
    withToken: 'users:write',
    body: UserCreate,
    success: { status: 201, body: User },
    errors: ['already_exists', 'permission_denied', 'sign_up_closed'],
    credentials: true,
  }),
  list: endpoint({
    operationId: 'listUsers',
    method: 'get',
    path: '/users',
    tag: 'Users',
    summary: 'List users',
    description:
      'The users who belong to the selected tenant; an operator in the root tenant gets all. Every member sees their names and pictures. To filter or sort by anything else needs `users:read`, and `q` looks into names alone without it.',
    permission: 'authenticated',
    query: userCollection.query,
    collection: userCollection,
    success: { status: 200, body: z.array(User) },
    errors: ['permission_denied'],
  }),
  get: endpoint({
    operationId: 'getUser',
    method: 'get',
    path: '/users/{user_id}',
    tag: 'Users',
    summary: 'Read a user',
    description:
      'Oneself, or a user of the selected tenant; to an operator in the root tenant any. Without `users:read` only the name and the picture of others are shown.',
    permission: 'authenticated',
    success: { status: 200, body: User },
    ...including(userIncludes),
  }),
  update: endpoint({
    operationId: 'updateUser',
    method: 'patch',
    path: '/users/{user_id}',
    tag: 'Users',
    summary: 'Update a user',
    description:
      'A merge patch (RFC 7396) of one’s own account. Anybody else’s is changed by operators and, where a tenant made the account and it belongs to no other, by who holds `users:write` there. Email address, username and password of one’s own need `current_password`. A new email address of one’s own is `pending_email` until it is verified by the link in a mail to it; until then the former one counts. (Where the installation cannot send mail, and where somebody else changes the account, it counts at once.) The address that the account has already cancels a change that waits, without `current_password` (not where `pending_email` is sent back, too). A new password ends all other sessions of the account and cancels that change, too.',
    permission: 'authenticated',
    inSteps: true,
    body: UserUpdate,
    success: { status: 200, body: User },
    errors: ['already_exists', 'permission_denied'],
    credentials: true,
  }),
  delete: endpoint({
    operationId: 'deleteUser',
    method: 'delete',
    path: '/users/{user_id}',
    tag: 'Users',
    summary: 'Delete a user',
    description:
      'For oneself, for operators and, where the selected tenant made the account and it belongs to no other, for whoever holds `users:delete` there. Only an account that has written nothing; deactivate any other. An operator names the `successor_id` of a user who is the last owner of a tenant.',
    permission: 'authenticated',
    query: UserDeletion,
    success: { status: 204 },
    errors: ['dependent_item_exists', 'permission_denied', 'last_owner'],
  }),
  deactivate: endpoint({
    operationId: 'deactivateUser',
    method: 'post',
    path: '/users/{user_id}/deactivate',
    tag: 'Users',
    summary: 'Deactivate a user',
    description:
      'For oneself, for operators and, where the selected tenant made the account and it belongs to no other, for whoever holds `users:write` there. Ends every session of the account at once. Nothing changes where it is deactivated already. An operator names the `successor_id` of a user who is the last owner of a tenant.',
    permission: 'authenticated',
    body: UserDeactivation,
    bodyOptional: true,
    changesRecord: true,
    sets: ['status', 'deactivated_at'],
    success: { status: 200, body: User },
    errors: ['permission_denied', 'last_owner'],
  }),
  restore: endpoint({
    operationId: 'restoreUser',
    method: 'post',
    path: '/users/{user_id}/restore',
    tag: 'Users',
    summary: 'Restore a deactivated user',
    description:
      'For operators and, where the selected tenant made the account and it belongs to no other, for who holds `users:write` there. Nothing changes where the account is active.',
    permission: 'authenticated',
    body: UserMove,
    bodyOptional: true,
    changesRecord: true,
    sets: ['status', 'deactivated_at'],
    success: { status: 200, body: User },
    errors: ['permission_denied'],
  }),
  listGroups: endpoint({
    operationId: 'listGroupsOfUser',
    method: 'get',
    path: '/users/{user_id}/groups',
    tag: 'Users',
    summary: 'List the groups of a user',
    description:
      'The groups of the selected tenant that the user is in, directly or by way of groups within.',
    permission: 'groups:read',
    query: groupCollection.query,
    collection: groupCollection,
    success: { status: 200, body: z.array(Group) },
  }),
  history: endpoint({
    operationId: 'listHistoryOfUser',
    method: 'get',
    path: '/users/{user_id}/history',
    tag: 'Users',
    summary: 'List what happened to a user',
    description:
      'For whoever reads the user: the changes of the account in the audit log of the selected tenant, oldest first. What was done in another tenant, or in none, as by the link of a mail, is not there; sign-ins are in `GET /audit-log`, and changes of a service account in its own history. Without `users:read` only changes of names and picture of others are listed, and the values of everything else are null.',
    permission: 'authenticated',
    query: historyCollection.query,
    collection: historyCollection,
    success: { status: 200, body: z.array(HistoryEntry) },
  }),
}
