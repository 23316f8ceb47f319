import { z } from 'zod'
import { id, name, nullable, reference, timestamp, verbatim } from '../kernel/schema.ts'
import { currentPassword, signInName } from './auth.ts'
import { permission } from './groups.ts'
import { email, newPassword, ownAccountMembers, usernameOrEmail } from './user-records.ts'

const signUpRequest = z
  .strictObject({
    email: email().optional(),
    password: newPassword(),
    username: usernameOrEmail()
      .optional()
      .meta({
        description:
          'Unique name to sign in with: 2 to 63 letters, digits, dots, underscores and hyphens. Without `email`: the email address.',
        examples: ['ada'],
      }),
    display_name: name()
      .optional()
      .meta({ description: 'Name to show.', examples: ['Ada Lovelace'] }),
  })
  .meta({
    id: 'SignUpRequest',
    description:
      'A new account, which is signed in immediately. The email address is in `email`, or in `username` if `email` is left out.',
  })

const grantType = z.enum(['password']).meta({ id: 'GrantType', description: 'The OAuth 2.0 password grant.' })

const signInForm = z
  .object({
    username: signInName(),
    password: currentPassword(),
    grant_type: grantType.optional(),
    scope: verbatim(1024)
      .optional()
      .meta({ description: 'Accepted and ignored: permissions come from groups.' }),
  })
  .meta({
    id: 'SignInForm',
    description: 'OAuth 2.0 password form. Further fields are ignored (RFC 6749, 3.2).',
  })

const accountChange = z
  .enum(['email', 'password', 'username'])
  .meta({ id: 'AccountChange', description: 'What another user changed in an account.' })
const accountNotice = z
  .object({
    changed: z.array(accountChange).meta({ description: 'What was changed; each value appears once.' }),
    changed_by: z
      .object({
        id: id().meta({ description: 'Id of the user who made the last change.' }),
        name: z.string().meta({ description: 'Name to show.', examples: ['Ada Lovelace'] }),
      })
      .meta({ id: 'AccountNoticeUser', description: 'The user who changed an account.' }),
    changed_at: timestamp().meta({ description: 'When the last change was made.' }),
  })
  .meta({
    id: 'AccountNotice',
    description:
      'Reports that another user changed the password, the email address or the username of the account.',
  })

const currentUser = z
  .object({
    ...ownAccountMembers,
    account_notice: nullable(accountNotice),
    session_id: id().meta({ description: 'Id of the session that the token belongs to.' }),
    current_tenant_id: nullable(id()).meta({ description: 'Id of the tenant that this request selected.' }),
    current_project_id: nullable(id()).meta({ description: 'Id of the project selected in this session.' }),
  })
  .meta({ id: 'Me', description: 'The signed-in user, and the selected tenant and project.' })

const session = z
  .object({
    id: id().meta({ description: 'Id of the session (ULID).' }),
    user_id: id().meta({ description: 'Id of the user.' }),
    created_at: timestamp().meta({ description: 'When the user signed in.' }),
    last_used_at: timestamp().meta({ description: 'Last use, to the minute.' }),
    expires_at: timestamp().meta({ description: 'When the session expires if it is not used again.' }),
    ip_address: nullable(z.string()).meta({ description: 'IP address from which the user signed in.' }),
    user_agent: nullable(z.string()).meta({ description: 'The User-Agent header of the client.' }),
    device: nullable(z.string()).meta({
      description: 'Browser and operating system of the client, in words.',
      examples: ['Firefox on Linux'],
    }),
    current_tenant_id: nullable(id()).meta({ description: 'Id of the tenant selected in the session.' }),
    current_project_id: nullable(id()).meta({ description: 'Id of the project selected in the session.' }),
    is_current: z.boolean().meta({ description: 'True for the session that this request was made with.' }),
  })
  .meta({ id: 'Session', description: 'An active session of a user.' })

const tenantSelection = z
  .strictObject({ tenant_id: reference('the tenant') })
  .meta({ id: 'TenantSelection', description: 'The tenant to select.' })
const projectSelection = z
  .strictObject({
    project_id: nullable(reference('the project')),
  })
  .meta({ id: 'ProjectSelection', description: 'The project to select; null = none.' })
const projectPermissions = z
  .object({
    project_id: id().meta({ description: 'Id of the project.' }),
    permissions: z.array(permission).meta({ description: 'Permissions of the user in the project.' }),
  })
  .meta({
    id: 'ProjectPermissions',
    description: 'Permissions of the user in a project, in addition to those in the whole tenant.',
  })
const myPermissions = z
  .object({
    tenant_id: id().meta({ description: 'Id of the selected tenant.' }),
    permissions: z.array(permission).meta({ description: 'Permissions of the user in the whole tenant.' }),
    projects: z
      .array(projectPermissions)
      .meta({ description: 'Permissions of the user in single projects.' }),
  })
  .meta({ id: 'MyPermissions', description: 'The permissions of the signed-in user in the selected tenant.' })

export interface TenantSelection extends z.infer<typeof tenantSelection> {}
export interface ProjectSelection extends z.infer<typeof projectSelection> {}
export interface MyPermissions extends z.infer<typeof myPermissions> {}
/** The tenant to select. */
export const TenantSelection: z.core.$ZodType<TenantSelection, TenantSelection> = tenantSelection
/** The project to select; null = none. */
export const ProjectSelection: z.core.$ZodType<ProjectSelection, ProjectSelection> = projectSelection
/** The permissions of the signed-in user in the selected tenant. */
export const MyPermissions: z.core.$ZodType<MyPermissions, MyPermissions> = myPermissions

export interface SignUpRequest extends z.infer<typeof signUpRequest> {}
export interface SignInForm extends z.infer<typeof signInForm> {}
export interface Me extends z.infer<typeof currentUser> {}
export interface Session extends z.infer<typeof session> {}
/** A new account, which is signed in immediately. */
export const SignUpRequest: z.core.$ZodType<SignUpRequest, SignUpRequest> = signUpRequest
/** OAuth 2.0 password form (RFC 6749, 4.3). */
export const SignInForm: z.core.$ZodType<SignInForm, SignInForm> = signInForm
/** The signed-in user. */
export const Me: z.core.$ZodType<Me, Me> = currentUser
/** An active session of a user. */
export const Session: z.core.$ZodType<Session, Session> = session
