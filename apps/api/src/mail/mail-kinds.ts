/** What a mail is about. */
export const mailKinds = [
  'password_reset',
  'password_changed',
  'verify_email',
  'email_change_requested',
  'email_changed',
  'invitation',
  'notification',
  'notification_digest',
  'webhook_disabled',
] as const

/** What a mail is about. */
export type MailKind = (typeof mailKinds)[number]

/** Further values of a mail. They are stored, so none of them is a secret. */
export type MailFacts = Readonly<Record<string, string>>
