import { problem } from '../base/problem.ts'
import { changesBetween } from '../store/audit.ts'
import type { PublicContext, WriteContext } from '../store/context.ts'
import { lockAccount, verifyAddress } from './accounts.repository.ts'
import type { AuthenticationServices } from './authentication.service.ts'
import { limitMailsToOthers, limitVerification } from './mail-limits.service.ts'
import { consumeLink, removeLinks } from './mail-tokens.repository.ts'
import { queueNotice, queueVerification } from './mails.service.ts'
import { ACCOUNT_MEMBERS } from './password-reset.service.ts'
import type { userStore } from './users.store.ts'

type AccountRow = Awaited<ReturnType<typeof userStore.get>>

/** Verifies the address to which a link was sent. A pending address becomes the address of the account. */
export async function verifyEmail(
  { mail }: AuthenticationServices,
  token: string,
  context: PublicContext,
): Promise<void> {
  await context.transact(async (tx) => {
    const link = await consumeLink(tx, 'verify_email', token)
    const before = await lockAccount(tx, link.user_id ?? '')
    if (before?.status !== 'active' || ![before.email, before.pending_email].includes(link.email))
      throw problem('link_not_valid')
    const after = await verifyAddress(tx, before.id, link.email)
    if (after.email !== before.email) {
      await queueNotice(tx, mail, 'email_changed', before)
      await removeLinks(tx, 'reset_password', before.id)
      await removeLinks(tx, 'verify_email', before.id)
    }
    context.audit({
      action: 'updated',
      recordType: 'user',
      recordId: before.id,
      version: after.version,
      actorId: before.id,
      reason: 'email_verified',
      changes: changesBetween(ACCOUNT_MEMBERS, before, after),
    })
  })
}

/** Queues another verification mail to the caller's address, or to the pending one. */
export async function resendVerification(
  services: AuthenticationServices,
  { tx, actor, audit }: WriteContext,
): Promise<void> {
  if (!services.mail) throw problem('mail_not_configured')
  const account = await lockAccount(tx, actor.userId)
  if (!account || (account.email_verified_at !== null && account.pending_email === null)) return
  const address = account.pending_email ?? account.email
  await limitVerification(services, tx, actor.userId, address)
  const id = await queueVerification(tx, services.mail, actor.userId, address)
  if (id) audit({ action: 'created', recordType: 'mail', recordId: id, reason: 'verify_email' })
}

/**
 * The patch as it is stored: a new address for the caller's own account waits in `pending_email` until it is verified. Sending
 * the present address discards the pending one, unless the client sent both back unchanged.
 */
export function withPendingEmail<Names extends { readonly email?: string | null | undefined }>(
  { mail }: AuthenticationServices,
  before: AccountRow,
  names: Names,
  { isSelf, isPendingEmailSent }: { readonly isSelf: boolean; readonly isPendingEmailSent: boolean },
) {
  const { email, ...rest } = names
  if (email === undefined || email === null) return names
  if (email === before.email) return isPendingEmailSent ? rest : { ...rest, pending_email: null }
  if (isSelf && mail) return { ...rest, pending_email: email }
  return { ...rest, email, email_verified_at: null, pending_email: null }
}

/** Queues the mails that follow from a change of the address, in the transaction of the change. */
export async function queueEmailChange(
  services: AuthenticationServices,
  write: WriteContext,
  before: AccountRow,
  after: AccountRow,
): Promise<void> {
  const { mail } = services
  const { tx } = write
  if (after.email !== before.email) {
    await limitMailsToOthers(services, write, before.email, after.email)
    await removeLinks(tx, 'reset_password', before.id)
    await queueNotice(tx, mail, 'email_changed', before)
    if (after.email !== null) await queueVerification(tx, mail, before.id, after.email)
  }
  if (after.pending_email !== before.pending_email) await removeLinks(tx, 'verify_email', before.id)
  if (after.pending_email === null || after.pending_email === before.pending_email) return
  await limitVerification(services, tx, before.id, after.pending_email)
  await queueNotice(tx, mail, 'email_change_requested', before)
  await queueVerification(tx, mail, before.id, after.pending_email)
}
