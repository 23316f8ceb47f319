/** The kinds of mail. */
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

/** The kind of a mail. */
export type MailKind = (typeof mailKinds)[number]

/** Values for the text of a mail. They are stored in the database, so they must not contain secrets. */
export type MailFacts = Readonly<Record<string, string>>
