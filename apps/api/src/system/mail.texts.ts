import type { Letter } from '../mail/letter.ts'
import { german } from './mail-de.texts.ts'
import { english } from './mail-en.texts.ts'

/** The facts that every mail about an account contains. */
export interface AccountFacts {
  readonly email: string
  /** The base URL of the web page. */
  readonly appUrl: string
  /** The host of the web page, as a name for the service. */
  readonly place: string
}

/** The facts of a mail with a link that performs an action. */
export interface LinkFacts extends AccountFacts {
  readonly link: string
}

/** The facts of an invitation to a tenant. */
export interface InvitationFacts extends LinkFacts {
  readonly tenant: string
  readonly invitedBy: string | null
  readonly message: string | null
  /** Days until the invitation ends. */
  readonly days: number
}

/** The facts of a mail about notifications. */
export interface NotificationFacts extends AccountFacts {
  readonly tenant: string
  /** The URL at which the recipient chooses which of these mails to receive. */
  readonly unsubscribe: string
  readonly entries: readonly NotificationEntry[]
}

/** A notification in a mail. */
export interface NotificationEntry {
  readonly kind: 'assigned' | 'approval_requested' | 'mentioned' | 'due' | 'watched'
  readonly about: 'issue' | 'asset'
  /** The key and the title of an issue, or the tag and the name of an asset. */
  readonly key: string
  readonly title: string
  readonly actor: string | null
  readonly link: string
}

/** The facts of a mail about a webhook endpoint. */
export interface WebhookFacts extends AccountFacts {
  readonly url: string
  readonly tenant: string
}

/** The texts of every mail, in one language. */
export interface MailTexts {
  readonly passwordReset: (facts: LinkFacts) => Letter
  readonly unknownAddress: (facts: AccountFacts) => Letter
  readonly verifyEmail: (facts: LinkFacts) => Letter
  readonly emailChangeRequested: (facts: AccountFacts) => Letter
  readonly emailChanged: (facts: AccountFacts) => Letter
  readonly invitation: (facts: InvitationFacts) => Letter
  readonly webhookDisabled: (facts: WebhookFacts) => Letter
  readonly passwordChanged: (facts: AccountFacts) => Letter
  readonly notification: (facts: NotificationFacts) => Letter
}

/** The texts by language; a further language is a further entry. */
export const languages: ReadonlyMap<string, MailTexts> = new Map([
  ['en', english],
  ['de', german],
])

/** The texts for a locale (BCP 47); English if there are none in its language. */
export const textsFor = (locale: string | null): MailTexts =>
  languages.get(locale?.split('-')[0]?.toLowerCase() ?? '') ?? english
