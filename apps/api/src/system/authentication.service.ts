import type { SignUpPolicy, Tokens as TokenAnswer } from '@commonhold/contract'
import type { PasswordHasher } from '../auth/passwords/hasher.ts'
import { normalizeEmail, normalizeUsername } from '../auth/passwords/identity-names.ts'
import type { Tokens } from '../auth/tokens.ts'
import { problem } from '../base/problem.ts'
import { ignoreUnhandled } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import { networkOf } from '../http/source.ts'
import type { AuditEntry } from '../store/audit.ts'
import type { PublicContext } from '../store/context.ts'
import {
  createAccount,
  findAccount,
  findSignupTenant,
  joinBuiltinGroup,
  lockVerified,
  recordSignIn,
  signedUp,
  strengthenHash,
} from './accounts.repository.ts'
import type { Attempts, RecordCount } from './attempts.service.ts'
import { type MailSettings, queueVerification } from './mails.service.ts'
import { checkAccount, type NewAccount } from './new-account.rules.ts'
import { hashRefreshToken } from './refresh-token.rules.ts'
import { type OpenSession, revokeReusedSession, rotateSession, startSession } from './sessions.repository.ts'
import {
  attemptKey,
  countAttempt,
  countSignIn,
  refuseWaiting,
  resetAfterSuccess,
  resetSource,
  signInKeys,
} from './throttle.repository.ts'

/** The services and settings that authentication needs. */
export interface AuthenticationServices {
  readonly hasher: PasswordHasher
  readonly tokens: Tokens
  readonly attempts: Attempts
  /** Who may create an account without being signed in. */
  readonly signUp: SignUpPolicy['sign_up']
  readonly signupTenant: string
  /** Who may create tenants: everybody, or operators. */
  readonly tenantCreation: 'open' | 'operators'
  readonly passwordMinLength: number
  /** Sign-ups per minute and source. */
  readonly signUpRate: number
  /** Sign-ins that are evaluated in five minutes, per source. */
  readonly signInRate: number
  /** The settings of outgoing mail; undefined if the installation cannot send mail. */
  readonly mail: MailSettings | undefined
  /** Mails that one source may request in an hour. */
  readonly mailRate: number
}

const MINUTE = 60
const SIGN_IN_WINDOW = 300
/** The limit of sign-ups per minute for all sources together, as a multiple of the limit for one source. */
const ALL_SOURCES = 20

/** Creates an account in the tenant for sign-up; `startsSession` also starts its first session. */
export async function signUp(
  services: AuthenticationServices,
  request: NewAccount,
  context: PublicContext,
  startsSession: boolean,
): Promise<{ user: Awaited<ReturnType<typeof createAccount>>; session: OpenSession | undefined }> {
  // Before any check of the account, so that the response discloses nothing about it.
  if (services.signUp !== 'open') throw problem('sign_up_closed')
  const account = checkAccount(services, request)
  using place = services.hasher.reserve()
  await context.transact((tx) => limitSignUp(tx, services, networkOf(context.source)))
  // Hashed before the address is looked up, so that a known address takes as long as a new one.
  const passwordHash = await place.hash(request.password)
  return context.transact(async (tx) => {
    const [user, tenantId] = await Promise.all([
      createAccount(tx, { ...account, passwordHash }),
      findSignupTenant(tx, services.signupTenant),
    ])
    if (!tenantId) throw new Error(`SIGNUP_TENANT is not a tenant in use: ${services.signupTenant}`)
    const joined = await joinBuiltinGroup(tx, tenantId, 'users', user.id)
    const session = startsSession ? await startFirstSession(tx, user.id, context) : undefined
    context.audit(signedUp(user, tenantId))
    await queueVerification(tx, services.mail, user.id, account.email)
    // The action is not `created`: an account whose user has created nothing can still be deleted.
    context.audit(joined.map((entry) => ({ ...entry, action: 'signed_up', actorId: user.id })))
    return { user, session }
  })
}

/** Starts the first session of a new account. */
export async function startFirstSession(
  tx: Transaction,
  userId: string,
  context: PublicContext,
): Promise<OpenSession> {
  const recorded = recordSignIn(tx, userId, attemptKey(networkOf(context.source)))
  const [session] = await Promise.all([startSession(tx, userId, context), recorded])
  return session
}

async function limitSignUp(
  tx: Transaction,
  { signUpRate }: AuthenticationServices,
  source: string,
): Promise<void> {
  refuseWaiting(
    await countAttempt(tx, attemptKey('sign-up', source), { limit: signUpRate, seconds: MINUTE }),
    await countAttempt(tx, attemptKey('sign-up'), { limit: signUpRate * ALL_SOURCES, seconds: MINUTE }),
  )
}

/**
 * Signs in with an email address or a username. An unknown name, a wrong password and a deactivated account take the same time
 * and get the same response. The attempt is counted before the password is hashed, and stays counted if the password was wrong.
 * `afterSignIn` runs in the transaction that starts the session.
 */
export function signIn(
  services: AuthenticationServices,
  name: string,
  password: string,
  context: PublicContext,
  afterSignIn?: AfterSignIn,
): Promise<OpenSession> {
  return services.attempts.run((recordCount) =>
    attemptSignIn(services, { name, password }, context, afterSignIn, recordCount),
  )
}

type AfterSignIn = (tx: Transaction, userId: string) => Promise<unknown>

async function attemptSignIn(
  services: AuthenticationServices,
  { name, password }: { readonly name: string; readonly password: string },
  context: PublicContext,
  afterSignIn: AfterSignIn | undefined,
  recordCount: RecordCount,
): Promise<OpenSession> {
  const normalized = (name.includes('@') ? normalizeEmail(name) : normalizeUsername(name)) ?? ''
  const source = networkOf(context.source)
  using place = services.hasher.reserve()
  const tried = await context.transact(async (tx) => {
    const account = await findAccount(tx, normalized, attemptKey(source))
    const keys = signInKeys(account?.id ?? (normalized || name), source, account?.is_known_source ?? false)
    const attempt = await countSignIn(tx, keys, { limit: services.signInRate, seconds: SIGN_IN_WINDOW })
    services.attempts.assertNoCountToUndo(attempt)
    if (attempt.waitSeconds !== null) context.audit(refusal(account, 'throttled'))
    recordCount(attempt.counted)
    return { account, keys, attempt }
  })
  refuseWaiting(tried.attempt)
  const { account, keys } = tried
  const matches = await place.verify(account?.password_hash ?? null, password)
  const refuse = async () => {
    recordCount(null)
    await context.transact(async () => context.audit(refusal(account, 'invalid_credentials')))
    throw problem('invalid_credentials')
  }
  if (!matches || !account || account.status !== 'active') return refuse()
  const stronger = services.hasher.needsRehash(account.password_hash)
    ? await services.hasher.hash(password)
    : undefined
  const session = await context.transact(async (tx) => {
    if (!(await lockVerified(tx, normalized, account))) return undefined
    const recorded = ignoreUnhandled(
      Promise.all([
        resetAfterSuccess(tx, keys.window, keys.failures),
        resetSource(tx, account.id, source),
        recordSignIn(tx, account.id, attemptKey(source)),
        stronger && strengthenHash(tx, account.id, account.password_hash, stronger),
      ]),
    )
    await afterSignIn?.(tx, account.id)
    const [started] = await Promise.all([startSession(tx, account.id, context), recorded])
    context.audit(ofSession('signed_in', started.sessionId, account.id))
    return started
  })
  return session ?? refuse()
}

const refusal = (account: { readonly id: string } | undefined, reason: string): AuditEntry => ({
  action: 'sign_in_refused',
  recordType: 'user',
  recordId: account?.id ?? null,
  reason,
})

/** The audit entry of a session event. The request is not authenticated, so the session's user is recorded as the actor. */
const ofSession = (action: AuditEntry['action'], recordId: string, actorId: string): AuditEntry => ({
  action,
  recordType: 'session',
  recordId,
  actorId,
})

/** Exchanges a refresh token. Reuse of a token ends its session, because two parties have it. */
export async function refresh(token: string, context: PublicContext): Promise<OpenSession> {
  const refreshHash = hashRefreshToken(token)
  if (refreshHash === null) throw problem('invalid_refresh_token')
  const session = await context.transact(async (tx) => {
    const rotated = await rotateSession(tx, refreshHash)
    if (rotated) context.audit(ofSession('refreshed', rotated.sessionId, rotated.userId))
    else {
      const revoked = await revokeReusedSession(tx, refreshHash)
      if (revoked) context.audit(ofSession('refresh_reused', revoked.id, revoked.user_id))
    }
    return rotated
  })
  if (!session) throw problem('invalid_refresh_token')
  return session
}

/** The response with a session's tokens (RFC 6749). */
export async function tokenAnswer(
  { tokens }: AuthenticationServices,
  session: OpenSession,
): Promise<TokenAnswer> {
  return {
    access_token: await tokens.sign(session.userId, session.sessionId, session.issued),
    token_type: 'bearer',
    expires_in: tokens.seconds,
    refresh_token: session.refreshToken,
    refresh_expires_in: session.refreshSeconds,
    session_id: session.sessionId,
  }
}
