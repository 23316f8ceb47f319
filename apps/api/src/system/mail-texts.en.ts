import type { MailTexts } from './mail-texts.ts'

const language = 'en'

const place = (appUrl: string) => new URL(appUrl).host

/** Every mail in English. */
export const english: MailTexts = {
  passwordReset: ({ email, appUrl, link }) => ({
    language,
    subject: 'Set a new password',
    paragraphs: [`You can set a new password for the account ${email} at ${place(appUrl)}.`],
    action: { label: 'Set a new password', url: link },
    notes: [
      'The link works once, within 30 minutes.',
      'If you did not ask for it, do nothing: the password stays as it is.',
    ],
  }),
  unknownAddress: ({ email, appUrl }) => ({
    language,
    subject: 'There is no account with this address',
    paragraphs: [
      `A new password was requested for ${email} at ${place(appUrl)}, but no active account has this address.`,
      'Perhaps you signed up with another address.',
    ],
    notes: ['If you did not ask for it, do nothing.'],
  }),
  passwordChanged: ({ email, appUrl }) => ({
    language,
    subject: 'Your password was changed',
    paragraphs: [
      `The password of the account ${email} at ${place(appUrl)} was changed.`,
      'If it was not you, set a new password now, and tell whoever runs the service.',
    ],
    action: { label: 'Set a new password', url: `${appUrl}/forgot-password` },
    notes: [],
  }),
}
