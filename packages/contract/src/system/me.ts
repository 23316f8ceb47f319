import { z } from 'zod'
import { byTime, byValue, collection } from '../kernel/collection.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { id, instant, name, nullable, reference, timestamp, verbatim } from '../kernel/schema.ts'
import { Project } from '../work/projects.ts'
import { currentPassword, Tokens } from './auth.ts'
import { Group, groupCollection, permission } from './groups.ts'
import { EMAIL_MAX_LENGTH } from './identity-names.ts'
import { Preferences, PreferencesUpdate } from './preferences.ts'
import { Tenant, tenantCollection } from './tenants.ts'
import { email, newPassword, userMembers, username } from './users.ts'

const signUpRequest = z
  .strictObject({
    email: email(),
    password: newPassword(),
    username: username().optional(),
    display_name: name()
      .optional()
      .meta({ description: 'Name to show.', examples: ['Ada Lovelace'] }),
  })
  .meta({ id: 'SignUpRequest', description: 'A new account that is signed in at once.' })

const grantType = z.enum(['password']).meta({ id: 'GrantType', description: 'The OAuth 2.0 password grant.' })

const signInForm = z
  .strictObject({
    username: verbatim(EMAIL_MAX_LENGTH, 1).meta({
      description: 'Username or e-mail address.',
      examples: ['ada@example.org'],
    }),
    password: currentPassword(),
    grant_type: grantType.optional(),
    scope: verbatim(1024)
      .optional()
      .meta({ description: 'Accepted and not used: permissions follow from groups.' }),
  })
  .meta({ id: 'SignInForm', description: 'OAuth 2.0 password form.' })

const currentUser = z
  .object({
    ...userMembers,
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
const currentProject = z
  .object({
    project_id: nullable(id()).meta({ description: 'Id of the selected project.' }),
    project: nullable(Project),
  })
  .meta({ id: 'CurrentProject', description: 'What is selected now.' })
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
export interface CurrentProject extends z.infer<typeof currentProject> {}
export interface MyPermissions extends z.infer<typeof myPermissions> {}
/** The tenant to work in. */
export const TenantSelection: z.core.$ZodType<TenantSelection, TenantSelection> = tenantSelection
/** The project to work in. */
export const ProjectSelection: z.core.$ZodType<ProjectSelection, ProjectSelection> = projectSelection
/** The project that is selected. */
export const CurrentProject: z.core.$ZodType<CurrentProject, CurrentProject> = currentProject
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

const sessionCollection = collection({
  filters: { created_at: byTime(instant()) },
  sort: ['last_used_at', 'created_at'],
  defaultSort: '-last_used_at',
})

const myProjectCollection = collection({
  filters: {
    key: byValue(name()),
    name: byValue(name()),
    created_at: byTime(instant()),
    updated_at: byTime(instant()),
  },
  sort: ['key', 'name', 'created_at', 'updated_at'],
  defaultSort: 'name',
  search: true,
  archivable: true,
})

export const me = {
  signUp: endpoint({
    operationId: 'signUp',
    method: 'post',
    path: '/me/signup',
    tag: 'Authentication',
    summary: 'Sign up',
    description:
      'Makes an account, adds it to the users group of the tenant named for sign-up, and starts a session.',
    permission: 'public',
    body: SignUpRequest,
    success: { status: 201, body: Tokens },
    errors: ['already_exists'],
    credentials: true,
  }),
  signIn: endpoint({
    operationId: 'signIn',
    method: 'post',
    path: '/me/signin',
    tag: 'Authentication',
    summary: 'Sign in with a form',
    description:
      'The OAuth 2.0 password grant: form fields, with a username or an e-mail address as `username`.',
    permission: 'public',
    body: SignInForm,
    bodyType: 'form',
    success: { status: 200, body: Tokens },
    errors: ['invalid_credentials'],
    credentials: true,
  }),
  signOut: endpoint({
    operationId: 'signOut',
    method: 'post',
    path: '/me/signout',
    tag: 'Authentication',
    summary: 'Sign out',
    description: 'Ends the session of the token. The token is refused from then on, everywhere.',
    permission: 'authenticated',
    success: { status: 204 },
    credentials: true,
  }),
  get: endpoint({
    operationId: 'getMe',
    method: 'get',
    path: '/me',
    tag: 'Current user',
    summary: 'Read the signed-in user',
    permission: 'authenticated',
    success: { status: 200, body: Me },
  }),
  listSessions: endpoint({
    operationId: 'listMySessions',
    method: 'get',
    path: '/me/sessions',
    tag: 'Current user',
    summary: 'List one’s active sessions',
    permission: 'authenticated',
    query: sessionCollection.query,
    collection: sessionCollection,
    success: { status: 200, body: z.array(Session) },
  }),
  deleteSession: endpoint({
    operationId: 'deleteMySession',
    method: 'delete',
    path: '/me/sessions/{session_id}',
    tag: 'Current user',
    summary: 'End one of one’s sessions',
    description: 'Its tokens are refused from the next request on, everywhere.',
    permission: 'authenticated',
    success: { status: 204 },
  }),
  deleteSessions: endpoint({
    operationId: 'deleteMyOtherSessions',
    method: 'delete',
    path: '/me/sessions',
    tag: 'Current user',
    summary: 'End all other sessions',
    description: 'Every session of one’s own ends, but the one that the request is made with.',
    permission: 'authenticated',
    success: { status: 204 },
  }),
  listTenants: endpoint({
    operationId: 'listMyTenants',
    method: 'get',
    path: '/me/tenants',
    tag: 'Current user',
    summary: 'List the tenants that one can select',
    permission: 'authenticated',
    query: tenantCollection.query,
    collection: tenantCollection,
    success: { status: 200, body: z.array(Tenant) },
  }),
  listGroups: endpoint({
    operationId: 'listMyGroups',
    method: 'get',
    path: '/me/groups',
    tag: 'Current user',
    summary: 'List one’s groups in the selected tenant',
    description: 'Those that one is in, directly or by way of groups within.',
    permission: 'authenticated',
    query: groupCollection.query,
    collection: groupCollection,
    success: { status: 200, body: z.array(Group) },
  }),
  listProjects: endpoint({
    operationId: 'listMyProjects',
    method: 'get',
    path: '/me/projects',
    tag: 'Current user',
    summary: 'List the projects that one may read',
    description: 'Projects of the selected tenant, shared ones included.',
    permission: 'projects:read',
    query: myProjectCollection.query,
    collection: myProjectCollection,
    success: { status: 200, body: z.array(Project) },
  }),
  getPermissions: endpoint({
    operationId: 'getMyPermissions',
    method: 'get',
    path: '/me/permissions',
    tag: 'Current user',
    summary: 'Read what one may do in the selected tenant',
    permission: 'authenticated',
    success: { status: 200, body: MyPermissions },
    errors: ['no_tenant_selected'],
  }),
  getTenant: endpoint({
    operationId: 'getCurrentTenant',
    method: 'get',
    path: '/me/current-tenant',
    tag: 'Current user',
    summary: 'Read the selected tenant',
    permission: 'authenticated',
    success: { status: 200, body: Tenant },
    errors: ['no_tenant_selected'],
  }),
  selectTenant: endpoint({
    operationId: 'selectCurrentTenant',
    method: 'post',
    path: '/me/current-tenant',
    tag: 'Current user',
    summary: 'Select a tenant',
    description:
      'The session works in it from then on, unless a request names another one in X-Tenant-Id. A selected project of another tenant is no longer selected.',
    permission: 'authenticated',
    body: TenantSelection,
    success: { status: 200, body: Tenant },
  }),
  getProject: endpoint({
    operationId: 'getCurrentProject',
    method: 'get',
    path: '/me/current-project',
    tag: 'Current user',
    summary: 'Read the selected project',
    description: 'Needs `projects:read` in the selected tenant, or in the project.',
    permission: 'authenticated',
    success: { status: 200, body: Project },
    errors: ['no_project_selected', 'permission_denied'],
  }),
  selectProject: endpoint({
    operationId: 'selectCurrentProject',
    method: 'post',
    path: '/me/current-project',
    tag: 'Current user',
    summary: 'Select a project',
    description: 'Null selects none.',
    permission: 'projects:read',
    body: ProjectSelection,
    success: { status: 200, body: CurrentProject },
  }),
  getPreferences: endpoint({
    operationId: 'getMyPreferences',
    method: 'get',
    path: '/me/preferences',
    tag: 'Current user',
    summary: 'Read one’s preferences',
    permission: 'authenticated',
    success: { status: 200, body: Preferences },
  }),
  updatePreferences: endpoint({
    operationId: 'updateMyPreferences',
    method: 'patch',
    path: '/me/preferences',
    tag: 'Current user',
    summary: 'Update one’s preferences',
    permission: 'authenticated',
    body: PreferencesUpdate,
    success: { status: 200, body: Preferences },
  }),
}
