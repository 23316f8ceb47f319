import { z } from 'zod'
import { byTime, collection } from '../kernel/collection.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { id, instant, name, nullable, timestamp, verbatim } from '../kernel/schema.ts'
import { currentPassword, Tokens } from './auth.ts'
import { EMAIL_MAX_LENGTH } from './identity-names.ts'
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
}
