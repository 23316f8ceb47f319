import type { Letter } from '../mail/letter.ts'
import { german } from './mail-de.texts.ts'
import { english } from './mail-en.texts.ts'

/** What every mail about an account names. */
export interface AccountFacts {
  readonly email: string
  /** Where the page is. */
  readonly appUrl: string
  /** The same as people call it: its host. */
  readonly place: string
}

/** A mail about an account with a link that does something. */
export interface LinkFacts extends AccountFacts {
  readonly link: string
}

/** A mail that invites somebody to a tenant. */
export interface InvitationFacts extends LinkFacts {
  readonly tenant: string
  readonly invitedBy: string | null
  readonly message: string | null
  /** Days until the invitation ends. */
  readonly days: number
}

/** A mail that tells of notifications. */
export interface NotificationFacts extends AccountFacts {
  readonly tenant: string
  /** Where the receiver chooses which of these mails to get. */
  readonly unsubscribe: string
  readonly entries: readonly NotificationEntry[]
}

/** One notification, as a mail tells of it. */
export interface NotificationEntry {
  readonly kind: 'assigned' | 'approval_requested' | 'mentioned' | 'due' | 'watched'
  readonly about: 'issue' | 'asset'
  /** The key and the title of an issue, or the tag and the name of an asset. */
  readonly key: string
  readonly title: string
  readonly actor: string | null
  readonly link: string
}

/** A mail about a webhook endpoint. */
export interface WebhookFacts extends AccountFacts {
  readonly url: string
  readonly tenant: string
}

/** Every mail, in one language. */
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

/** The texts for a locale (BCP 47), in English where there are none in its language. */
export const textsFor = (locale: string | null): MailTexts =>
  languages.get(locale?.split('-')[0]?.toLowerCase() ?? '') ?? english
