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
      'Creates an account. If the caller holds `users:write`, the account joins the users group of the selected tenant, and that tenant manages it while it belongs to no other tenant. For any other caller it is a sign-up: the account joins the tenant that the installation has set for sign-up, if the installation lets people sign up (see `GET /auth/sign-up`). An email address that has an account answers 409. Mails are limited (429): a caller who adds accounts, or changes accounts of others, causes at most 300 mails an hour, and ten a day to one address.',
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
      'A merge patch (RFC 7396) of the caller’s own account. Operators can change the account of another user; if a tenant created the account and it belongs to no other tenant, anyone who holds `users:write` there can also do so. Users who change their own email address, username or password must send `current_password`. Their new email address is `pending_email` until it is verified by the link in a mail to it; until then the previous address stays valid. The new address is valid immediately if the installation cannot send mail, or if another user changes the account. To cancel a pending change, send the current address as `email` without `pending_email`; this needs no `current_password`. A new password ends all other sessions of the account, and also cancels a pending change of the address.',
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
      'Allowed for the user of the account and for operators. If the selected tenant created the account and it belongs to no other tenant, anyone who holds `users:delete` there can also delete it. Only an account that has written nothing can be deleted; deactivate any other account. If the user is the last owner of a tenant, an operator must send `successor_id`.',
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
      'Allowed for the user of the account and for operators. If the selected tenant created the account and it belongs to no other tenant, anyone who holds `users:write` there can also deactivate it. Ends every session of the account immediately. Nothing changes if it is already deactivated. If the user is the last owner of a tenant, an operator must send `successor_id`.',
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
      'Allowed for operators. If the selected tenant created the account and it belongs to no other tenant, anyone who holds `users:write` there can also restore it. Nothing changes if the account is active.',
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
      'Lists the changes of the account in the audit log of the selected tenant, oldest first, for anyone who may read the user. Changes that were made in another tenant or outside of tenants, such as by the link of a mail, are not listed. `GET /audit-log` has the sign-ins, and the history of a service account has its changes. Without `users:read`, only changes of the names and the picture of other users are listed, and all other values are null.',
    permission: 'authenticated',
    query: historyCollection.query,
    collection: historyCollection,
    success: { status: 200, body: z.array(HistoryEntry) },
  }),
}
