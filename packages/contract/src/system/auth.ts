import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { id, verbatim } from '../kernel/schema.ts'
import { EMAIL_MAX_LENGTH } from './identity-names.ts'
import { email, newPassword } from './user-records.ts'

const tokenType = z
  .enum(['bearer'])
  .meta({ id: 'TokenType', description: 'How the access token is sent (RFC 6750).' })

const tokens = z
  .object({
    access_token: z.string().meta({
      description: 'Bearer token for the Authorization header: a JWT as RFC 9068 defines it.',
      examples: ['header.claims.signature'],
    }),
    token_type: tokenType,
    expires_in: z
      .int()
      .min(1)
      .meta({ description: 'Seconds until the access token expires.', examples: [43_200] }),
    refresh_token: z.string().meta({
      description: 'Token for one `POST /auth/refresh`, which returns the next refresh token.',
      examples: ['the-latest-refresh-token'],
    }),
    refresh_expires_in: z
      .int()
      .min(1)
      .meta({ description: 'Seconds until the refresh token expires.', examples: [1_209_600] }),
    session_id: id().meta({ description: 'Id of the session.' }),
  })
  .meta({ id: 'Tokens', description: 'The tokens of a session (RFC 6749).' })

/** A password that is compared with the stored one. */
export const currentPassword = () =>
  verbatim(1024, 1).meta({
    format: 'password',
    description: 'The password.',
    examples: ['correct horse battery staple'],
  })

/** The username or email address of the account to sign in to. */
export const signInName = () =>
  verbatim(EMAIL_MAX_LENGTH, 1).meta({
    description: 'Username or email address.',
    examples: ['ada@example.org'],
  })

const tokenRequest = z
  .strictObject({
    email: signInName().optional(),
    username: signInName().optional(),
    password: currentPassword(),
  })
  .meta({
    id: 'TokenRequest',
    description:
      'The credentials of a sign-in. Send either `email` or `username`; each accepts an email address or a username.',
  })
const refreshRequest = z
  .strictObject({
    refresh_token: verbatim(1024, 1).meta({
      description: 'The latest refresh token of the session.',
      examples: ['the-latest-refresh-token'],
    }),
  })
  .meta({ id: 'RefreshRequest', description: 'The refresh token to exchange for new tokens.' })
const forgotPasswordRequest = z.strictObject({ email: email() }).meta({
  id: 'ForgotPasswordRequest',
  description: 'The address of an account whose password was forgotten.',
})

/** The secret in the link of a mail: the value after `#token=`. */
export const linkToken = () =>
  verbatim(100, 1).meta({
    description: 'The secret in the link of the mail: the value after `#token=`.',
    examples: ['what-stands-behind-token-in-the-link'],
  })

const passwordReset = z
  .strictObject({ token: linkToken(), password: newPassword() })
  .meta({ id: 'PasswordReset', description: 'A new password in place of a forgotten one.' })
const emailVerification = z
  .strictObject({ token: linkToken() })
  .meta({ id: 'EmailVerification', description: 'Proves that mail to the address reaches the user.' })
const message = z
  .object({
    message: z.string().meta({
      description: 'A sentence for the user.',
      examples: ['If there is an account for this address, a message is on its way.'],
    }),
  })
  .meta({ id: 'Message', description: 'A message for the user.' })

const signUpMode = z.enum(['open', 'invited', 'off']).meta({
  id: 'SignUpMode',
  description:
    'Who may create an account without being signed in: everybody (`open`), people who were invited (`invited`), or nobody (`off`).',
})
const tenantCreation = z.enum(['open', 'operators']).meta({
  id: 'TenantCreation',
  description: 'Who may create tenants: every signed-in user (`open`), or operators only (`operators`).',
})
const signUpPolicy = z.object({ sign_up: signUpMode, tenant_creation: tenantCreation }).meta({
  id: 'SignUpPolicy',
  description: 'Whether people may create accounts and tenants themselves in this installation.',
})

export interface SignUpPolicy extends z.infer<typeof signUpPolicy> {}
export interface Tokens extends z.infer<typeof tokens> {}
export interface TokenRequest extends z.infer<typeof tokenRequest> {}
export interface RefreshRequest extends z.infer<typeof refreshRequest> {}
export interface ForgotPasswordRequest extends z.infer<typeof forgotPasswordRequest> {}
export interface PasswordReset extends z.infer<typeof passwordReset> {}
export interface EmailVerification extends z.infer<typeof emailVerification> {}
export interface Message extends z.infer<typeof message> {}
/** Whether people may create accounts and tenants themselves. */
export const SignUpPolicy: z.core.$ZodType<SignUpPolicy, SignUpPolicy> = signUpPolicy
/** The tokens of a session. */
export const Tokens: z.core.$ZodType<Tokens, Tokens> = tokens
/** The credentials of a sign-in. */
export const TokenRequest: z.core.$ZodType<TokenRequest, TokenRequest> = tokenRequest
/** The refresh token to exchange for new tokens. */
export const RefreshRequest: z.core.$ZodType<RefreshRequest, RefreshRequest> = refreshRequest
/** The address of an account whose password was forgotten. */
export const ForgotPasswordRequest: z.core.$ZodType<ForgotPasswordRequest, ForgotPasswordRequest> =
  forgotPasswordRequest
/** A new password in place of a forgotten one. */
export const PasswordReset: z.core.$ZodType<PasswordReset, PasswordReset> = passwordReset
/** Proves that mail to the address reaches the user. */
export const EmailVerification: z.core.$ZodType<EmailVerification, EmailVerification> = emailVerification
/** A message for the user. */
export const Message: z.core.$ZodType<Message, Message> = message

export const auth = {
  getSignUp: endpoint({
    operationId: 'getSignUpPolicy',
    method: 'get',
    path: '/auth/sign-up',
    tag: 'Authentication',
    summary: 'Read who may sign up',
    description:
      'A page can use it to offer sign-up only if it is possible. Otherwise `POST /users` and `POST /me/signup` answer 403 `sign_up_closed`. `tenant_creation` states who may use `POST /tenants`.',
    permission: 'public',
    success: { status: 200, body: SignUpPolicy },
  }),
  token: endpoint({
    operationId: 'createToken',
    method: 'post',
    path: '/auth/token',
    tag: 'Authentication',
    summary: 'Sign in with an email address',
    description:
      'Starts a session. An unknown address, a wrong password and a deactivated account get the same answer.',
    permission: 'public',
    body: TokenRequest,
    success: { status: 200, body: Tokens },
    errors: ['invalid_credentials'],
    credentials: true,
  }),
  refresh: endpoint({
    operationId: 'refreshToken',
    method: 'post',
    path: '/auth/refresh',
    tag: 'Authentication',
    summary: 'Refresh the tokens',
    description:
      'Each refresh token works once. Using it again ends the session, because somebody else may have the token.',
    permission: 'public',
    body: RefreshRequest,
    success: { status: 200, body: Tokens },
    errors: ['invalid_refresh_token'],
    credentials: true,
  }),
  forgotPassword: endpoint({
    operationId: 'requestPasswordReset',
    method: 'post',
    path: '/auth/forgot-password',
    tag: 'Authentication',
    summary: 'Request a link to reset a forgotten password',
    description:
      'Sends a link to the address of the account. The link is valid for 30 minutes and for one `POST /auth/reset-password`. The response is the same whether or not there is an account, and whether or not the installation can send mail.',
    permission: 'public',
    body: ForgotPasswordRequest,
    success: { status: 200, body: Message },
    credentials: true,
  }),
  resetPassword: endpoint({
    operationId: 'resetPassword',
    method: 'post',
    path: '/auth/reset-password',
    tag: 'Authentication',
    summary: 'Set a new password with the link of a mail',
    description:
      'Ends all sessions of the account and removes the limit on its sign-ins. The link works once; a refused password does not use it up. The email address of the account is then verified, and a pending change of the address is cancelled. The user gets a mail about the new password.',
    permission: 'public',
    body: PasswordReset,
    success: { status: 204 },
    errors: ['link_not_valid'],
    credentials: true,
  }),
  verifyEmail: endpoint({
    operationId: 'verifyEmail',
    method: 'post',
    path: '/auth/verify-email',
    tag: 'Authentication',
    summary: 'Verify an email address with the link of a mail',
    description:
      'Sets `email_verified_at`. A new address (`pending_email`) becomes the address of the account, and the previous address gets a mail about the change. Answers 409 if another account has the new address by then. The link works once and is valid for three days.',
    permission: 'public',
    body: EmailVerification,
    success: { status: 204 },
    errors: ['already_exists', 'link_not_valid'],
    credentials: true,
  }),
}
