import { z } from 'zod'
import { personBrief } from '../briefs.ts'
import { includes } from '../kernel/include.ts'
import { moveMembers } from '../kernel/lifecycle.ts'
import { recordMembers, redacted } from '../kernel/record.ts'
import { id, name, nullable, reference, timestamp, verbatim } from '../kernel/schema.ts'
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN, USERNAME_PATTERN } from './identity-names.ts'

/** An email address as it is sent; upper and lower case are the same address. */
export const email = () =>
  verbatim(EMAIL_MAX_LENGTH, 1)
    .regex(EMAIL_PATTERN)
    .meta({
      description: 'Email address: an ASCII local part, at most 254 characters.',
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

/** A username or an email address as it is sent. */
export const usernameOrEmail = () => z.string().regex(USERNAME_OR_EMAIL)

const USERNAME_OR_EMAIL = new RegExp(`${USERNAME_PATTERN.source}|${EMAIL_PATTERN.source}`)

/** The shortest password, in characters. An installation may require more. */
const PASSWORD_MIN = 8

/** A new password. Its length, a list of common passwords and the account’s own names are checked by the server. */
export const newPassword = () =>
  verbatim(1024)
    .refine((value) => [...value].length >= PASSWORD_MIN, {
      error: `Use at least ${PASSWORD_MIN} characters.`,
      params: { code: 'too_short' },
    })
    .meta({
      minLength: PASSWORD_MIN,
      format: 'password',
      description:
        '8 to 256 characters of any kind (the installation may require more), at most 1,024 bytes, and not a common password.',
      examples: ['correct horse battery staple'],
    })

export const userStatus = z
  .enum(['active', 'deactivated'])
  .meta({ id: 'UserStatus', description: 'Whether the account can be used.' })

const userKinds = ['person', 'service'] as const

export const userKind = z
  .enum(userKinds)
  .meta({ id: 'UserKind', description: 'Kind of account: `person`, or `service` for a service account.' })

const names = {
  kind: userKind,
  display_name: nullable(name()).meta({ description: 'Name to show.', examples: ['Ada Lovelace'] }),
  first_name: nullable(name()).meta({ description: 'First name.' }),
  last_name: nullable(name()).meta({ description: 'Last name.' }),
  avatar_url: nullable(z.string()).meta({ description: 'URL of a picture.' }),
}

/** Members of an account that only its user, operators and users with `users:read` can read. */
const account = {
  created_at: timestamp().meta({ description: 'When the account was created.' }),
  updated_at: timestamp().meta({ description: 'When the account last changed.' }),
  created_by: recordMembers.created_by,
  username: nullable(z.string()).meta({ description: 'Unique name to sign in with, in lower case.' }),
  email: z
    .string()
    .meta({ description: 'Unique email address, in lower case.', examples: ['ada@example.org'] }),
  email_verified_at: nullable(timestamp()).meta({
    description: 'When a link in a mail to the address was first used; null = not yet.',
  }),
  pending_email: nullable(z.string()).meta({
    description: 'The new email address, until the user verifies it with the link in a mail; null = none.',
  }),
  person_id: nullable(id()).meta({
    description: 'Id of the person in the selected tenant to whom the account belongs.',
  }),
  status: userStatus,
  deactivated_at: nullable(timestamp()).meta({ description: 'When the account was deactivated.' }),
  last_sign_in_at: nullable(timestamp()).meta({ description: 'When the user last signed in.' }),
  password_changed_at: timestamp().meta({ description: 'When the password was last set.' }),
}

/** Members of a user that are null, and named in `redacted`, for callers who may not read them. */
export const redactableUserMembers = Object.keys(account) as readonly (keyof typeof account)[]

const redactedMembers = redacted('the caller may not read them').meta({ examples: [[]] })

/** The records that a request can include in a user. */
export const userIncludes = includes('User', {
  person: personBrief,
})

const user = z
  .object({
    id: recordMembers.id,
    version: recordMembers.version,
    ...names,
    ...account,
    created_at: nullable(timestamp()).meta({ description: 'When the account was created.' }),
    updated_at: nullable(timestamp()).meta({ description: 'When the account last changed.' }),
    email: nullable(z.string()).meta({
      description: 'Unique email address, in lower case.',
      examples: ['ada@example.org'],
    }),
    status: nullable(userStatus),
    password_changed_at: nullable(timestamp()).meta({ description: 'When the password was last set.' }),
    redacted: redactedMembers,
    ...userIncludes.members,
  })
  .meta({
    id: 'User',
    description:
      'A user account. It belongs to no tenant: memberships of groups give access to tenants. Callers can read the names and the picture of other users. All other members need `users:read`; without it, they are null and named in `redacted`.',
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
        'The current password. Required when users change their own email address, username or password.',
      examples: ['correct horse battery staple'],
    }),
    display_name: nullable(name()).meta({ description: 'Name to show.', examples: ['Ada Lovelace'] }),
    first_name: nullable(name()).meta({ description: 'First name.' }),
    last_name: nullable(name()).meta({ description: 'Last name.' }),
    avatar_url: nullable(verbatim(2048, 1).regex(/^https?:\/\/[^\s]+$/)).meta({
      description: 'URL of a picture.',
      examples: ['https://example.org/ada.png'],
    }),
  })
  .partial()
  .meta({ id: 'UserUpdate', description: 'Changes to an account.' })
const successor = reference('the successor')
  .meta({
    description:
      'Id of the user who becomes an owner of each tenant that would lose its last owner (ULID). Only operators can send it.',
  })
  .optional()
const userDeactivation = z
  .strictObject({
    reason: moveMembers.reason,
    successor_id: successor,
  })
  .meta({
    id: 'UserDeactivation',
    description: 'The reason, and the user who becomes an owner instead; all optional.',
  })
const userDeletion = z.strictObject({ successor_id: successor })
const userMove = z
  .strictObject({ reason: moveMembers.reason })
  .meta({ id: 'UserMove', description: 'The reason; optional.' })

export interface UserUpdate extends z.infer<typeof userUpdate> {}
export interface UserDeactivation extends z.infer<typeof userDeactivation> {}
export interface UserDeletion extends z.infer<typeof userDeletion> {}
export interface UserMove extends z.infer<typeof userMove> {}
/** A merge patch (RFC 7396) of an account. */
export const UserUpdate: z.core.$ZodType<UserUpdate, UserUpdate> = userUpdate
/** Why an account is deactivated, and the user who becomes an owner instead. */
export const UserDeactivation: z.core.$ZodType<UserDeactivation, UserDeactivation> = userDeactivation
/** The user who becomes an owner instead of a deleted one. */
export const UserDeletion: z.core.$ZodType<UserDeletion, UserDeletion> = userDeletion
/** Why an account is restored. */
export const UserMove: z.core.$ZodType<UserMove, UserMove> = userMove

export interface User extends z.infer<typeof user> {}
export interface UserCreate extends z.infer<typeof userCreate> {}
/** An account. */
export const User: z.core.$ZodType<User, User> = user
/** A new account. */
export const UserCreate: z.core.$ZodType<UserCreate, UserCreate> = userCreate

/** The members of an account as its own user reads them, for schemas that extend it. */
export const ownAccountMembers = { ...recordMembers, ...names, ...account, redacted: redactedMembers }
