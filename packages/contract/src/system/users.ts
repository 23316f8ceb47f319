import { z } from 'zod'
import { byTime, byValue, collection } from '../kernel/collection.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { moveMembers } from '../kernel/lifecycle.ts'
import { recordMembers } from '../kernel/record.ts'
import { id, instant, name, nullable, timestamp, verbatim } from '../kernel/schema.ts'
import { Group, groupCollection } from './groups.ts'
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN, USERNAME_PATTERN } from './identity-names.ts'

/** An e-mail address as it is sent; upper and lower case are the same address. */
export const email = () =>
  verbatim(EMAIL_MAX_LENGTH, 1)
    .regex(EMAIL_PATTERN)
    .meta({
      description: 'E-mail address: an ASCII local part, at most 254 characters.',
      examples: ['ada@example.org'],
    })

/** A username as it is sent; upper and lower case are the same name. */
export const username = () =>
  z
    .string()
    .regex(USERNAME_PATTERN)
    .meta({
      description: 'Username of 2 to 63 letters, digits, dots, underscores and hyphens.',
      examples: ['ada'],
    })

/** A new password. Its length, a list of common passwords and the account’s own names are checked by the server. */
export const newPassword = () =>
  verbatim(1024).meta({
    format: 'password',
    description:
      '8 to 256 characters of any kind (the installation may ask for more), at most 1,024 bytes, and not a common password.',
    examples: ['correct horse battery staple'],
  })

const userStatus = z
  .enum(['active', 'deactivated'])
  .meta({ id: 'UserStatus', description: 'Whether the account can be used.' })

const user = z
  .object({
    ...recordMembers,
    username: nullable(z.string()).meta({ description: 'Unique name to sign in with, in lower case.' }),
    email: z
      .string()
      .meta({ description: 'Unique e-mail address, in lower case.', examples: ['ada@example.org'] }),
    display_name: nullable(name()).meta({ description: 'Name to show.', examples: ['Ada Lovelace'] }),
    first_name: nullable(name()).meta({ description: 'First name.' }),
    last_name: nullable(name()).meta({ description: 'Last name.' }),
    avatar_url: nullable(z.string()).meta({ description: 'Address of a picture.' }),
    person_id: nullable(id()).meta({
      description: 'Id of the person in the selected tenant that the account is of.',
    }),
    status: userStatus,
    deactivated_at: nullable(timestamp()).meta({ description: 'When the account was deactivated.' }),
    last_sign_in_at: nullable(timestamp()).meta({ description: 'When the user last signed in.' }),
    password_changed_at: timestamp().meta({ description: 'When the password was last set.' }),
  })
  .meta({
    id: 'User',
    description: 'An account. It is global: memberships of groups give access to tenants.',
  })
const userCreate = z
  .strictObject({ email: email(), password: newPassword() })
  .meta({ id: 'UserCreate', description: 'A new account.' })

const userUpdate = z
  .strictObject({
    email: email(),
    username: nullable(username()),
    password: newPassword(),
    current_password: verbatim(1024, 1).meta({
      format: 'password',
      description:
        'The password until now: needed to change e-mail address, username or password of oneself.',
      examples: ['correct horse battery staple'],
    }),
    display_name: nullable(name()).meta({ description: 'Name to show.', examples: ['Ada Lovelace'] }),
    first_name: nullable(name()).meta({ description: 'First name.' }),
    last_name: nullable(name()).meta({ description: 'Last name.' }),
    avatar_url: nullable(verbatim(2048, 1).regex(/^https?:\/\/[^\s]+$/)).meta({
      description: 'Address of a picture.',
      examples: ['https://example.org/ada.png'],
    }),
  })
  .partial()
  .meta({ id: 'UserUpdate', description: 'Changes to an account.' })
const userMove = z
  .strictObject({ reason: moveMembers.reason })
  .meta({ id: 'UserMove', description: 'Why; optional.' })

export interface UserUpdate extends z.infer<typeof userUpdate> {}
export interface UserMove extends z.infer<typeof userMove> {}
/** A merge patch (RFC 7396) of an account. */
export const UserUpdate: z.core.$ZodType<UserUpdate, UserUpdate> = userUpdate
/** Why an account is deactivated or restored. */
export const UserMove: z.core.$ZodType<UserMove, UserMove> = userMove

export interface User extends z.infer<typeof user> {}
export interface UserCreate extends z.infer<typeof userCreate> {}
/** An account. */
export const User: z.core.$ZodType<User, User> = user
/** A new account. */
export const UserCreate: z.core.$ZodType<UserCreate, UserCreate> = userCreate

/** Members of a user, for records that extend it. */
export const userMembers = user.shape

const userCollection = collection({
  filters: {
    email: byValue(name()),
    username: byValue(name(), { nullable: true }),
    status: byValue(userStatus),
    last_sign_in_at: byTime(instant(), { nullable: true }),
    created_at: byTime(instant()),
    updated_at: byTime(instant()),
  },
  sort: ['email', 'username', 'display_name', 'last_name', 'last_sign_in_at', 'created_at', 'updated_at'],
  defaultSort: 'email',
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
      'Makes an account. Without a token it joins the users group of the tenant that the installation names for sign-up; with one, that of the selected tenant. An e-mail address that has an account answers 409.',
    permission: 'public',
    withToken: 'users:write',
    body: UserCreate,
    success: { status: 201, body: User },
    errors: ['already_exists'],
    credentials: true,
  }),
  list: endpoint({
    operationId: 'listUsers',
    method: 'get',
    path: '/users',
    tag: 'Users',
    summary: 'List users',
    description: 'The users who belong to the selected tenant; an operator in the root tenant gets all.',
    permission: 'users:read',
    query: userCollection.query,
    collection: userCollection,
    success: { status: 200, body: z.array(User) },
  }),
  get: endpoint({
    operationId: 'getUser',
    method: 'get',
    path: '/users/{user_id}',
    tag: 'Users',
    summary: 'Read a user',
    permission: 'users:read',
    success: { status: 200, body: User },
  }),
  update: endpoint({
    operationId: 'updateUser',
    method: 'patch',
    path: '/users/{user_id}',
    tag: 'Users',
    summary: 'Update a user',
    description:
      'A merge patch (RFC 7396) of one’s own account; anybody else’s is changed by operators. E-mail address, username and password of one’s own need `current_password`. A new password ends all other sessions of the account.',
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
    description: 'For oneself and operators. Only an account that has written nothing; deactivate any other.',
    permission: 'authenticated',
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
      'For oneself and operators. Ends every session of the account at once. Nothing changes where it is deactivated already.',
    permission: 'authenticated',
    body: UserMove,
    bodyOptional: true,
    changesRecord: true,
    success: { status: 200, body: User },
    errors: ['permission_denied', 'last_owner'],
  }),
  restore: endpoint({
    operationId: 'restoreUser',
    method: 'post',
    path: '/users/{user_id}/restore',
    tag: 'Users',
    summary: 'Restore a deactivated user',
    description: 'For operators. Nothing changes where the account is active.',
    permission: 'authenticated',
    body: UserMove,
    bodyOptional: true,
    changesRecord: true,
    success: { status: 200, body: User },
    errors: ['permission_denied'],
  }),
  listGroups: endpoint({
    operationId: 'listUserGroups',
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
}
