import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { recordMembers } from '../kernel/record.ts'
import { id, name, nullable, timestamp, verbatim } from '../kernel/schema.ts'
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

export interface User extends z.infer<typeof user> {}
export interface UserCreate extends z.infer<typeof userCreate> {}
/** An account. */
export const User: z.core.$ZodType<User, User> = user
/** A new account. */
export const UserCreate: z.core.$ZodType<UserCreate, UserCreate> = userCreate

/** Members of a user, for records that extend it. */
export const userMembers = user.shape

export const users = {
  create: endpoint({
    operationId: 'createUser',
    method: 'post',
    path: '/users',
    tag: 'Users',
    summary: 'Create a user',
    description:
      'Makes an account and adds it to the users group of the tenant that the installation names for sign-up. An e-mail address that has an account answers 409.',
    permission: 'public',
    body: UserCreate,
    success: { status: 201, body: User },
    errors: ['already_exists'],
    credentials: true,
  }),
}
