import type { PasswordReset } from '@commonhold/contract'
import { normalizeEmail } from '../auth/passwords/identity-names.ts'
import { passwordProblem } from '../auth/passwords/password-policy.ts'
import { invalid, problem } from '../base/problem.ts'
import type { Transaction } from '../db/transaction.ts'
import { networkOf } from '../http/source.ts'
import { changesBetween } from '../store/audit.ts'
import type { PublicContext } from '../store/context.ts'
import { removeNotice } from './account-notices.repository.ts'
import { lockAccount, replacePassword } from './accounts.repository.ts'
import type { AuthenticationServices } from './authentication.service.ts'
import { consumeLink, linkSubject, removeLinks } from './mail-tokens.repository.ts'
import { queueMail, queueNotice, RESET_SECONDS } from './mails.service.ts'
import { endSessions } from './sessions.repository.ts'
import { attemptKey, countAttempt, resetFailures, resetSource } from './throttle.repository.ts'

const HOUR = 3_600
/** The members of an account that a link can change, as the audit log records them. */
export const ACCOUNT_MEMBERS = ['email', 'email_verified_at', 'pending_email', 'password_changed_at']
/**
 * Limit of mails to one address. The window is shorter than the lifetime of a link: a user who cannot request another link still
 * has a valid one, so nobody can lock a user out by requesting mails.
 */
const TO_ONE_ADDRESS = { limit: 3, seconds: RESET_SECONDS / 2 }

/**
 * Queues the mail with a password reset link. The account is looked up only when the mail is sent, so that the request takes as
 * long for an unknown address. Beyond the limits no mail is queued.
 */
export async function requestPasswordReset(
  { mail, mailRate }: AuthenticationServices,
  email: string,
  context: PublicContext,
): Promise<void> {
  const recipient = normalizeEmail(email)
  if (recipient === null || !mail) return
  await context.transact(async (tx) => {
    if (!(await mayRequest(tx, mailRate, networkOf(context.source), recipient))) return
    const id = await queueMail(tx, mail, { kind: 'password_reset', recipient, usefulFor: HOUR })
    if (id) context.audit({ action: 'created', recordType: 'mail', recordId: id, reason: 'password_reset' })
  })
}

/** Counts a requested mail; false when a limit is reached. `mailRate` 0 means no limits. */
async function mayRequest(
  tx: Transaction,
  mailRate: number,
  source: string,
  recipient: string,
): Promise<boolean> {
  if (mailRate === 0) return true
  const bySource = await countAttempt(tx, attemptKey('mail', source), { limit: mailRate, seconds: HOUR })
  if (bySource.waitSeconds !== null) return false
  const byAddress = await countAttempt(tx, attemptKey('password-reset', recipient), TO_ONE_ADDRESS)
  return byAddress.waitSeconds === null
}

/** Sets the password of the account that a link was sent to, and ends all its sessions. */
export async function resetPassword(
  services: AuthenticationServices,
  { token, password }: PasswordReset,
  context: PublicContext,
): Promise<void> {
  await context.transact(async (tx) => {
    const { user_id } = await linkSubject(tx, 'reset_password', token)
    const account = await lockAccount(tx, user_id ?? '')
    if (!account) throw problem('link_not_valid')
    const { email, username } = account
    const weakness = passwordProblem(password, {
      minLength: services.passwordMinLength,
      email,
      ...(username ? { username } : {}),
    })
    if (weakness) throw invalid({ field: 'password', ...weakness })
  })
  const passwordHash = await services.hasher.hash(password)
  await context.transact(async (tx) => {
    const link = await consumeLink(tx, 'reset_password', token)
    const before = await lockAccount(tx, link.user_id ?? '')
    // A link proves one address only, and a deactivated account cannot set a password.
    if (!before || before.email !== link.email || before.status !== 'active') throw problem('link_not_valid')
    const after = await replacePassword(tx, before.id, passwordHash)
    await removeLinks(tx, 'reset_password', before.id)
    await removeLinks(tx, 'verify_email', before.id)
    await endSessions(tx, before.id, 'password_reset')
    await resetFailures(tx, before.id)
    await resetSource(tx, before.id, networkOf(context.source))
    await removeNotice(tx, before.id)
    await queueNotice(tx, services.mail, 'password_changed', before)
    const changes = changesBetween(ACCOUNT_MEMBERS, before, after)
    context.audit({
      action: 'updated',
      recordType: 'user',
      recordId: before.id,
      version: after.version,
      actorId: before.id,
      reason: 'password_reset',
      changes,
    })
  })
}
