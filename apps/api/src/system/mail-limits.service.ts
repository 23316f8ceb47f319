import type { Transaction } from '../db/transaction.ts'
import type { WriteContext } from '../store/context.ts'
import type { AuthenticationServices } from './authentication.service.ts'
import { attemptKey, countAttempt, refuseWaiting } from './throttle.repository.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

/** Limits of verification mails: by one account, and to one address from all accounts. */
const PER_ACCOUNT = { limit: 5, seconds: HOUR }
const PER_ADDRESS = { limit: 10, seconds: DAY }
/** Limits of mails about accounts that a user creates or changes for others: by one user, and to one address. */
const PER_MANAGER = { limit: 300, seconds: HOUR }
const PER_MANAGED_ADDRESS = { limit: 10, seconds: DAY }

/**
 * Limits of invitations: by one tenant, by one user in all tenants, to one address by one tenant, and to one address by all
 * tenants.
 */
const PER_TENANT = { limit: 300, seconds: HOUR }
const PER_INVITER = { limit: 300, seconds: HOUR }
const PER_TENANT_AND_ADDRESS = { limit: 5, seconds: DAY }
const PER_INVITED_ADDRESS = { limit: 20, seconds: DAY }

type MailServices = Pick<AuthenticationServices, 'mail' | 'mailRate'>

const isLimited = ({ mail, mailRate }: MailServices) => mail !== undefined && mailRate !== 0

/** Throws 429 when a user requests more verification mails than the limits allow. */
export async function limitVerification(
  services: MailServices,
  tx: Transaction,
  userId: string,
  address: string,
): Promise<void> {
  if (!isLimited(services)) return
  refuseWaiting(
    await countAttempt(tx, attemptKey('verify-email', userId), PER_ACCOUNT),
    await countAttempt(tx, attemptKey('verify-email-to', address), PER_ADDRESS),
  )
}

/**
 * Throws 429 when a change of another user's account would send more mails than the limits allow. These limits are separate from
 * those above, so that nobody can prevent an account from being created by requesting mails to its address.
 */
export async function limitMailsToOthers(
  services: MailServices,
  { tx, actor }: Pick<WriteContext, 'tx' | 'actor'>,
  ...addresses: readonly (string | null)[]
): Promise<void> {
  if (!isLimited(services)) return
  const limits = [await countAttempt(tx, attemptKey('mails-to-others', actor.userId), PER_MANAGER)]
  for (const address of addresses)
    if (address !== null)
      limits.push(await countAttempt(tx, attemptKey('mails-of-others', address), PER_MANAGED_ADDRESS))
  refuseWaiting(...limits)
}

/** Throws 429 when an invitation exceeds the limits. */
export async function limitInvitations(
  { mailRate }: MailServices,
  tx: Transaction,
  of: { readonly tenantId: string; readonly inviterId: string; readonly email: string },
): Promise<void> {
  const { tenantId, inviterId, email } = of
  if (mailRate === 0) return
  refuseWaiting(
    await countAttempt(tx, attemptKey('invitations', tenantId), PER_TENANT),
    await countAttempt(tx, attemptKey('invitations-by', inviterId), PER_INVITER),
    await countAttempt(tx, attemptKey('invitations', tenantId, email), PER_TENANT_AND_ADDRESS),
    await countAttempt(tx, attemptKey('invitations-to', email), PER_INVITED_ADDRESS),
  )
}
