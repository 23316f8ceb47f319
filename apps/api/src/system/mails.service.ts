import type { Transaction } from '../db/transaction.ts'
import type { Letter } from '../mail/letter.ts'
import { addMail, type DueMail, type NewMail } from '../mail/outbox.ts'
import type { Compose } from '../mail/sender.ts'
import { findInvitation } from './invitations.repository.ts'
import { type AccountFacts, textsFor } from './mail.texts.ts'
import { newLinkToken } from './mail-tokens.repository.ts'
import { accountOf, accountToVerify, localeOf, tenantName } from './mails.repository.ts'

/** The settings of outgoing mail; undefined if the installation cannot send mail. */
export interface MailSettings {
  /** The base URL of the web page, with which every link begins. */
  readonly appUrl: string
  /** Whether a password reset for an address without an account sends a mail that says so. */
  readonly mailsUnknown: boolean
}

/** Lifetime of a password reset link, in seconds. */
export const RESET_SECONDS = 1_800

/** Lifetime of an address verification link, in seconds. */
const VERIFY_SECONDS = 3 * 86_400

/**
 * Adds a mail to the outbox, in the transaction of the change that causes it, and returns its id. Does nothing without settings.
 */
export const queueMail = async (
  tx: Transaction,
  settings: MailSettings | undefined,
  mail: NewMail,
): Promise<string | undefined> => (settings ? addMail(tx, mail) : undefined)

/** Seconds after which a notice of a change is not sent any more. */
const NOTICE_SECONDS = 3 * 86_400

/** Queues the mail that verifies the address of an account. */
export const queueVerification = (
  tx: Transaction,
  settings: MailSettings | undefined,
  userId: string,
  recipient: string,
) => queueMail(tx, settings, { kind: 'verify_email', recipient, userId, usefulFor: VERIFY_SECONDS })

/** Queues a mail that informs the user of an account about a change. Service accounts have no address, and get none. */
export const queueNotice = async (
  tx: Transaction,
  settings: MailSettings | undefined,
  kind: 'password_changed' | 'email_change_requested' | 'email_changed',
  { id, email }: { readonly id: string; readonly email: string | null },
) =>
  email === null
    ? undefined
    : queueMail(tx, settings, { kind, recipient: email, userId: id, usefulFor: NOTICE_SECONDS })

/** The kinds of mails that are about accounts. */
type AccountMailKind = Exclude<DueMail['kind'], 'notification' | 'notification_digest'>

export type ComposeKind = (tx: Transaction, mail: DueMail, settings: MailSettings) => Promise<Letter | null>

/** The facts that every mail contains. */
export const about = (email: string, { appUrl }: MailSettings): AccountFacts => ({
  email,
  appUrl,
  place: new URL(appUrl).host,
})

/** The language of the user whom a mail is about; null if it is about no user. */
export const languageOf = async (tx: Transaction, { user_id }: DueMail) =>
  user_id ? localeOf(tx, user_id) : null

const composers: Readonly<Record<AccountMailKind, ComposeKind>> = {
  // The account is looked up here and not in the request, so that the request does the same whether or not it exists.
  password_reset: async (tx, { recipient }, settings) => {
    const account = await accountOf(tx, recipient)
    const facts = about(recipient, settings)
    if (!account) return settings.mailsUnknown ? textsFor(null).unknownAddress(facts) : null
    const token = await newLinkToken(tx, {
      purpose: 'reset_password',
      userId: account.id,
      email: recipient,
      seconds: RESET_SECONDS,
    })
    const link = `${settings.appUrl}/reset-password#token=${token}`
    return textsFor(account.locale).passwordReset({ ...facts, link })
  },
  verify_email: async (tx, { user_id, recipient }, settings) => {
    const account = user_id ? await accountToVerify(tx, user_id, recipient) : undefined
    if (!account || !user_id) return null
    const token = await newLinkToken(tx, {
      purpose: 'verify_email',
      userId: user_id,
      email: recipient,
      seconds: VERIFY_SECONDS,
    })
    const link = `${settings.appUrl}/verify-email#token=${token}`
    return textsFor(account.locale).verifyEmail({ ...about(recipient, settings), link })
  },
  email_change_requested: async (tx, mail, settings) =>
    textsFor(await languageOf(tx, mail)).emailChangeRequested(about(mail.recipient, settings)),
  email_changed: async (tx, mail, settings) =>
    textsFor(await languageOf(tx, mail)).emailChanged(about(mail.recipient, settings)),
  invitation: async (tx, { tenant_id, recipient, facts }, settings) => {
    const invitation = await findInvitation(tx, tenant_id ?? '', facts.invitation_id ?? '')
    if (!invitation) return null
    const token = await newLinkToken(tx, {
      purpose: 'invitation',
      tenantId: invitation.tenant_id,
      invitationId: invitation.id,
      email: recipient,
      seconds: invitation.seconds_left,
    })
    const account = await accountOf(tx, recipient)
    return textsFor(account?.locale ?? invitation.locale).invitation({
      ...about(recipient, settings),
      link: `${settings.appUrl}/accept-invitation#token=${token}`,
      tenant: invitation.tenant_name,
      invitedBy: invitation.invited_by,
      message: invitation.message,
      days: Math.max(1, Math.round(invitation.seconds_left / 86_400)),
    })
  },
  webhook_disabled: async (tx, mail, settings) =>
    textsFor(await languageOf(tx, mail)).webhookDisabled({
      ...about(mail.recipient, settings),
      url: mail.facts.url ?? '',
      tenant: await tenantName(tx, mail.tenant_id),
    }),
  password_changed: async (tx, mail, settings) =>
    textsFor(await languageOf(tx, mail)).passwordChanged(about(mail.recipient, settings)),
}

/** Composes the content of mails, with their links, when they are sent. `notify` composes mails about notifications. */
export const composeWith =
  (settings: MailSettings, notify: ComposeKind): Compose =>
  (tx, mail) => {
    const { kind } = mail
    const isOfNotification = kind === 'notification' || kind === 'notification_digest'
    return isOfNotification ? notify(tx, mail, settings) : composers[kind](tx, mail, settings)
  }
