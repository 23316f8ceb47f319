import type { Letter } from '../mail/letter.ts'
import { english } from './mail-texts.en.ts'

/** What every mail about an account names. */
export interface AccountFacts {
  readonly email: string
  /** Where the page is. */
  readonly appUrl: string
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

/** Every mail, in one language. */
export interface MailTexts {
  readonly passwordReset: (facts: LinkFacts) => Letter
  readonly unknownAddress: (facts: AccountFacts) => Letter
  readonly verifyEmail: (facts: LinkFacts) => Letter
  readonly emailChangeRequested: (facts: AccountFacts) => Letter
  readonly emailChanged: (facts: AccountFacts) => Letter
  readonly invitation: (facts: InvitationFacts) => Letter
  readonly passwordChanged: (facts: AccountFacts) => Letter
}

/** The texts by language; a further language is a further entry. */
const languages: Readonly<Record<string, MailTexts>> = { en: english }

/** The texts for a locale (BCP 47), in English where there are none in its language. */
export const textsFor = (locale: string | null): MailTexts =>
  languages[locale?.split('-')[0]?.toLowerCase() ?? ''] ?? english
