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
      'Returns the users of the selected tenant or, for an operator in the root tenant, all users. Every member sees their names and pictures. Filters and sorting by anything else need `users:read`; without it, `q` searches names only.',
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
      'Returns the caller, a user of the selected tenant or, for an operator in the root tenant, any user. Without `users:read` only the name and the picture of others are shown.',
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
      'A merge patch (RFC 7396) of the caller’s own account. The account of another user is changed by operators and, where a tenant created the account and it belongs to no other tenant, by anyone who holds `users:write` there. Changing one’s own email address, username or password needs `current_password`. A new email address of one’s own is `pending_email` until it is verified by the link in a mail to it; until then the former one counts. (Where the installation cannot send mail, and where somebody else changes the account, it counts at once.) The address that the account has already cancels a change that waits, without `current_password` (not where `pending_email` is sent back, too). A new password ends all other sessions of the account and cancels that change, too.',
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
      'Allowed for the account’s own user, for operators and, where the selected tenant created the account and it belongs to no other tenant, for anyone who holds `users:delete` there. Only an account that has written nothing can be deleted; deactivate any other account. An operator names the `successor_id` of a user who is the last owner of a tenant.',
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
      'Allowed for the account’s own user, for operators and, where the selected tenant created the account and it belongs to no other tenant, for anyone who holds `users:write` there. Ends every session of the account at once. Nothing changes where it is deactivated already. An operator names the `successor_id` of a user who is the last owner of a tenant.',
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
      'Allowed for operators and, where the selected tenant created the account and it belongs to no other tenant, for anyone who holds `users:write` there. Nothing changes where the account is active.',
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
      'Lists the groups of the selected tenant that the user is in, directly or through nested groups.',
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
      'Lists the changes of the account in the audit log of the selected tenant, oldest first, for anyone who may read the user. Changes that were made in another tenant or outside of tenants, such as by the link of a mail, are not listed. `GET /audit-log` has the sign-ins, and the history of a service account has its changes. Without `users:read` only changes of names and picture of others are listed, and the values of everything else are null.',
    permission: 'authenticated',
    query: historyCollection.query,
    collection: historyCollection,
    success: { status: 200, body: z.array(HistoryEntry) },
  }),
}
