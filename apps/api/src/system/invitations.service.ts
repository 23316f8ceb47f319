import type { InvitationAcceptance, InvitationPreview } from '@commonhold/contract'
import { invalid, problem } from '../base/problem.ts'
import type { Transaction } from '../db/transaction.ts'
import { type AuditEntry, changesBetween } from '../store/audit.ts'
import type { PublicContext } from '../store/context.ts'
import { createAccount, findAccount, lockAccount, signedUp, verifyAddress } from './accounts.repository.ts'
import { type AuthenticationServices, signIn, startFirstSession } from './authentication.service.ts'
import {
  type EndedInvitation,
  endInvitation,
  invitationOf,
  joinInvited,
  type OpenInvitation,
} from './invitations.repository.ts'
import { consumeLink, linkSubject } from './mail-tokens.repository.ts'
import { checkAccount } from './new-account.rules.ts'
import { ACCOUNT_MEMBERS } from './password-reset.service.ts'
import type { OpenSession } from './sessions.repository.ts'

/**
 * Describes the invitation of a link. The holder of the link reads the mail of the address, so the response may disclose whether
 * the address has an account.
 */
export const previewInvitation = (token: string, context: PublicContext): Promise<InvitationPreview> =>
  context.transact(async (tx) => {
    const { email, tenant_name, invited_by, message, expires_at } = await invitationOf(
      tx,
      await linkSubject(tx, 'invitation', token),
    )
    const account = await findAccount(tx, email, '')
    return { email, tenant_name, invited_by, message, expires_at, has_account: account !== undefined }
  })

/** Declines an invitation; its links stop working. */
export const declineInvitation = (token: string, context: PublicContext): Promise<void> =>
  context.transact(async (tx) => {
    const invitation = await invitationOf(tx, await consumeLink(tx, 'invitation', token))
    const ended = await endInvitation(tx, invitation.id, 'declined', null)
    context.audit(answered(invitation, 'declined', ended))
  })

/**
 * Accepts an invitation. The password is always required: the link proves only access to the mailbox, and somebody else may have
 * signed up with the address.
 */
export async function acceptInvitation(
  services: AuthenticationServices,
  { token, password, display_name }: InvitationAcceptance,
  context: PublicContext,
): Promise<OpenSession> {
  const known = await context.transact(async (tx) => {
    const { email, tenant_id } = await invitationOf(tx, await linkSubject(tx, 'invitation', token))
    return { email, tenantId: tenant_id, account: await findAccount(tx, email, '') }
  })
  if (password === undefined)
    throw invalid({
      field: 'password',
      code: 'required',
      message: known.account ? 'send the password of the account' : 'choose a password for the new account',
    })
  const accept = (tx: Transaction, userId: string) => join(tx, token, userId, context)
  if (known.account) return signIn(services, known.email, password, context, accept)
  if (services.signUp === 'off') throw problem('sign_up_closed')
  const account = checkAccount(services, {
    email: known.email,
    password,
    ...(display_name === undefined ? {} : { display_name }),
  })
  const passwordHash = await services.hasher.hash(password)
  return context.transact(async (tx) => {
    const user = await createAccount(tx, { ...account, passwordHash })
    context.audit(signedUp(user, known.tenantId))
    await accept(tx, user.id)
    return startFirstSession(tx, user.id, context)
  })
}

/**
 * Consumes the link and adds the account to the groups. Throws `link_not_valid` if the account does not have the invited address.
 */
async function join(tx: Transaction, token: string, userId: string, context: PublicContext): Promise<void> {
  const link = await consumeLink(tx, 'invitation', token)
  const account = await lockAccount(tx, userId)
  if (account?.email !== link.email) throw problem('link_not_valid')
  const invitation = await invitationOf(tx, link)
  const ended = await endInvitation(tx, invitation.id, 'accepted', userId)
  context.audit(await joinInvited(tx, invitation, userId))
  context.audit(answered(invitation, 'accepted', ended))
  if (account.email_verified_at !== null) return
  const verified = await verifyAddress(tx, userId, account.email)
  context.audit({
    action: 'updated',
    recordType: 'user',
    recordId: userId,
    version: verified.version,
    actorId: userId,
    reason: 'invitation',
    tenantId: invitation.tenant_id,
    changes: changesBetween(ACCOUNT_MEMBERS, account, verified),
  })
}

const answered = (
  { id, version, tenant_id }: OpenInvitation,
  status: 'accepted' | 'declined',
  ended: EndedInvitation,
): AuditEntry => ({
  action: status,
  recordType: 'invitation',
  recordId: id,
  // The answer increments the version.
  version: version + 1,
  tenantId: tenant_id,
  actorId: ended.user_id,
  changes: [
    { field: 'status', from: 'pending', to: status },
    ...changesBetween(['ended_at', 'user_id'], {}, { ...ended }),
  ],
})
