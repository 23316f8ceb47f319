import { sql } from 'drizzle-orm'
import { sqlStatement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Letter } from '../mail/letter.ts'
import { addMail, type DueMail, type NewMail } from '../mail/outbox.ts'
import type { Compose } from '../mail/sender.ts'
import { findInvitation } from './invitations.repository.ts'
import { textsFor } from './mail-texts.ts'
import { newLinkToken } from './mail-tokens.repository.ts'

/** How mails are sent; undefined where the installation cannot send any. */
export interface MailSettings {
  /** Where the page is: every link begins with it. */
  readonly appUrl: string
  /** Whether an address without an account that asks for a new password is told so. */
  readonly tellsUnknown: boolean
}

/** Seconds in which the link to a new password works. */
export const RESET_SECONDS = 1_800

/** Seconds in which the link that verifies an address works. */
const VERIFY_SECONDS = 3 * 86_400

const at = sql.placeholder

const accountOf = sqlStatement<{ id: string; locale: string | null }>(sql`
  select u.id, p.locale from users u left join preferences p on p.id = u.id
   where u.email = ${at('email')} and u.status = 'active'`)
/** The account for which an address is to be verified, unless another one has the address by now. */
const accountToVerify = sqlStatement<{ email: string; locale: string | null }>(sql`
  select u.email, p.locale from users u left join preferences p on p.id = u.id
   where u.id = ${at('user_id')} and u.status = 'active' and ${at('email')} in (u.email, u.pending_email)
     and not exists (select from users other where other.email = ${at('email')} and other.id <> u.id)`)
const localeOf = sqlStatement<{ locale: string | null }>(
  sql`select locale from preferences where id = ${at('user_id')}`,
)

/** Adds a mail to the outbox, in the transaction of the change that causes it. Where none can be sent it does nothing. */
export const queueMail = async (
  tx: Transaction,
  settings: MailSettings | undefined,
  mail: NewMail,
): Promise<string | undefined> => (settings ? addMail(tx, mail) : undefined)

const DAY = 86_400

/** Queues the mail that verifies the address of an account. */
export const queueVerification = (
  tx: Transaction,
  settings: MailSettings | undefined,
  userId: string,
  recipient: string,
) => queueMail(tx, settings, { kind: 'verify_email', recipient, userId, usefulFor: 3 * DAY })

/** Queues a mail that informs the user of an account about a change; service accounts have no address. */
export const queueNotice = async (
  tx: Transaction,
  settings: MailSettings | undefined,
  kind: 'password_changed' | 'email_change_requested' | 'email_changed',
  { id, email }: { readonly id: string; readonly email: string | null },
) =>
  email === null
    ? undefined
    : queueMail(tx, settings, { kind, recipient: email, userId: id, usefulFor: 3 * DAY })

type ComposeKind = (tx: Transaction, mail: DueMail, settings: MailSettings) => Promise<Letter | null>

/** The preferred language of the user whom a mail is about. */
const language = async (tx: Transaction, { user_id }: DueMail) =>
  user_id ? ((await tx.first(localeOf, { user_id }))?.locale ?? null) : null

const composers: Readonly<Record<DueMail['kind'], ComposeKind>> = {
  // The account is looked up here and not by the request, which therefore does the same whether or not there is one.
  password_reset: async (tx, { recipient }, { appUrl, tellsUnknown }) => {
    const account = await tx.first(accountOf, { email: recipient })
    if (!account) return tellsUnknown ? textsFor(null).unknownAddress({ email: recipient, appUrl }) : null
    const token = await newLinkToken(tx, {
      purpose: 'reset_password',
      userId: account.id,
      email: recipient,
      seconds: RESET_SECONDS,
    })
    const link = `${appUrl}/reset-password#token=${token}`
    return textsFor(account.locale).passwordReset({ email: recipient, appUrl, link })
  },
  verify_email: async (tx, { user_id, recipient }, { appUrl }) => {
    const account = user_id ? await tx.first(accountToVerify, { user_id, email: recipient }) : undefined
    if (!account || !user_id) return null
    const token = await newLinkToken(tx, {
      purpose: 'verify_email',
      userId: user_id,
      email: recipient,
      seconds: VERIFY_SECONDS,
    })
    const link = `${appUrl}/verify-email#token=${token}`
    return textsFor(account.locale).verifyEmail({ email: recipient, appUrl, link })
  },
  email_change_requested: async (tx, mail, { appUrl }) =>
    textsFor(await language(tx, mail)).emailChangeRequested({ email: mail.recipient, appUrl }),
  email_changed: async (tx, mail, { appUrl }) =>
    textsFor(await language(tx, mail)).emailChanged({ email: mail.recipient, appUrl }),
  invitation: async (tx, { tenant_id, recipient, facts }, { appUrl }) => {
    const invitation = await findInvitation(tx, tenant_id ?? '', facts.invitation_id ?? '')
    if (!invitation) return null
    const token = await newLinkToken(tx, {
      purpose: 'invitation',
      tenantId: invitation.tenant_id,
      invitationId: invitation.id,
      email: recipient,
      seconds: invitation.seconds_left,
    })
    const account = await tx.first(accountOf, { email: recipient })
    return textsFor(account?.locale ?? invitation.locale).invitation({
      email: recipient,
      appUrl,
      link: `${appUrl}/accept-invitation#token=${token}`,
      tenant: invitation.tenant_name,
      invitedBy: invitation.invited_by,
      message: invitation.message,
      days: Math.max(1, Math.round(invitation.seconds_left / DAY)),
    })
  },
  password_changed: async (tx, mail, { appUrl }) =>
    textsFor(await language(tx, mail)).passwordChanged({ email: mail.recipient, appUrl }),
}

/** Makes the content of mails, with their links, when they are sent. */
export const composeWith =
  (settings: MailSettings): Compose =>
  (tx, mail) =>
    composers[mail.kind](tx, mail, settings)
