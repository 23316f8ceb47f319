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
          'Unique name to sign in with: 2 to 63 letters, digits, dots, underscores and hyphens. Where `email` is left out, the email address.',
        examples: ['ada'],
      }),
    display_name: name()
      .optional()
      .meta({ description: 'Name to show.', examples: ['Ada Lovelace'] }),
  })
  .meta({
    id: 'SignUpRequest',
    description:
      'A new account that is signed in at once. The email address stands in `email`, or in `username` without it.',
  })

const grantType = z.enum(['password']).meta({ id: 'GrantType', description: 'The OAuth 2.0 password grant.' })

const signInForm = z
  .object({
    username: signInName(),
    password: currentPassword(),
    grant_type: grantType.optional(),
    scope: verbatim(1024)
      .optional()
      .meta({ description: 'Accepted and not used: permissions follow from groups.' }),
  })
  .meta({
    id: 'SignInForm',
    description: 'OAuth 2.0 password form. Further fields are ignored (RFC 6749, 3.2).',
  })

const accountChange = z
  .enum(['email', 'password', 'username'])
  .meta({ id: 'AccountChange', description: 'What somebody else changed in an account.' })
const accountNotice = z
  .object({
    changed: z.array(accountChange).meta({ description: 'What was changed, each once.' }),
    changed_by: z
      .object({
        id: id().meta({ description: 'Id of the user who changed it last.' }),
        name: z.string().meta({ description: 'Name to show.', examples: ['Ada Lovelace'] }),
      })
      .meta({ id: 'AccountNoticeUser', description: 'Who changed an account.' }),
    changed_at: timestamp().meta({ description: 'When it was changed last.' }),
  })
  .meta({
    id: 'AccountNotice',
    description:
      'Says that somebody else changed the password, the email address or the username of one’s account.',
  })

const currentUser = z
  .object({
    ...ownAccountMembers,
    account_notice: nullable(accountNotice),
    session_id: id().meta({ description: 'Id of the session that the token belongs to.' }),
    current_tenant_id: nullable(id()).meta({ description: 'Id of the tenant that this request selected.' }),
    current_project_id: nullable(id()).meta({ description: 'Id of the project selected in this session.' }),
  })
  .meta({ id: 'Me', description: 'The signed-in user, and what is selected.' })

const session = z
  .object({
    id: id().meta({ description: 'Id of the session (ULID).' }),
    user_id: id().meta({ description: 'Id of the user.' }),
    created_at: timestamp().meta({ description: 'When the user signed in.' }),
    last_used_at: timestamp().meta({ description: 'Last use, to the minute.' }),
    expires_at: timestamp().meta({ description: 'When the session ends unless it is used again.' }),
    ip_address: nullable(z.string()).meta({ description: 'Where the user signed in from.' }),
    user_agent: nullable(z.string()).meta({ description: 'What the client called itself.' }),
    device: nullable(z.string()).meta({
      description: 'The client in words.',
      examples: ['Firefox on Linux'],
    }),
    current_tenant_id: nullable(id()).meta({ description: 'Id of the tenant selected in the session.' }),
    current_project_id: nullable(id()).meta({ description: 'Id of the project selected in the session.' }),
    is_current: z.boolean().meta({ description: 'True for the session that this request was made with.' }),
  })
  .meta({ id: 'Session', description: 'A sign-in that is still good.' })

const tenantSelection = z
  .strictObject({ tenant_id: reference('the tenant') })
  .meta({ id: 'TenantSelection', description: 'The tenant to work in.' })
const projectSelection = z
  .strictObject({
    project_id: nullable(reference('the project')),
  })
  .meta({ id: 'ProjectSelection', description: 'The project to work in; null = none.' })
const projectPermissions = z
  .object({
    project_id: id().meta({ description: 'Id of the project.' }),
    permissions: z.array(permission).meta({ description: 'What one may do in it.' }),
  })
  .meta({ id: 'ProjectPermissions', description: 'What one may do in a project, beyond the whole tenant.' })
const myPermissions = z
  .object({
    tenant_id: id().meta({ description: 'Id of the selected tenant.' }),
    permissions: z.array(permission).meta({ description: 'What one may do in the whole tenant.' }),
    projects: z.array(projectPermissions).meta({ description: 'What one may do in single projects.' }),
  })
  .meta({ id: 'MyPermissions', description: 'What the signed-in user may do in the selected tenant.' })

export interface TenantSelection extends z.infer<typeof tenantSelection> {}
export interface ProjectSelection extends z.infer<typeof projectSelection> {}
export interface MyPermissions extends z.infer<typeof myPermissions> {}
/** The tenant to work in. */
export const TenantSelection: z.core.$ZodType<TenantSelection, TenantSelection> = tenantSelection
/** The project to work in. */
export const ProjectSelection: z.core.$ZodType<ProjectSelection, ProjectSelection> = projectSelection
/** What the signed-in user may do. */
export const MyPermissions: z.core.$ZodType<MyPermissions, MyPermissions> = myPermissions

export interface SignUpRequest extends z.infer<typeof signUpRequest> {}
export interface SignInForm extends z.infer<typeof signInForm> {}
export interface Me extends z.infer<typeof currentUser> {}
export interface Session extends z.infer<typeof session> {}
/** A new account that is signed in at once. */
export const SignUpRequest: z.core.$ZodType<SignUpRequest, SignUpRequest> = signUpRequest
/** OAuth 2.0 password form (RFC 6749, 4.3). */
export const SignInForm: z.core.$ZodType<SignInForm, SignInForm> = signInForm
/** The signed-in user. */
export const Me: z.core.$ZodType<Me, Me> = currentUser
/** A sign-in that is still good. */
export const Session: z.core.$ZodType<Session, Session> = session
