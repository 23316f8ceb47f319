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
  verifyEmail: ({ email, appUrl, link }) => ({
    language,
    subject: 'Confirm your e-mail address',
    paragraphs: [`Please confirm that ${email} is the address of your account at ${place(appUrl)}.`],
    action: { label: 'Confirm the address', url: link },
    notes: [
      'The link works once, within three days.',
      'If you have no account there, do nothing: somebody may have mistyped an address.',
    ],
  }),
  emailChangeRequested: ({ email, appUrl }) => ({
    language,
    subject: 'Your account is to get another e-mail address',
    paragraphs: [
      `Another e-mail address was entered for the account ${email} at ${place(appUrl)}. It counts once it is confirmed; until then this one does.`,
      'If it was not you, somebody knows your password. Set a new one now: that cancels the change.',
    ],
    action: { label: 'Set a new password', url: `${appUrl}/forgot-password` },
    notes: [],
  }),
  emailChanged: ({ email, appUrl }) => ({
    language,
    subject: 'Your account has another e-mail address',
    paragraphs: [
      `The account at ${place(appUrl)} that had the address ${email} has another one now. This one no longer signs in.`,
      'If you did not expect this, tell whoever runs the service.',
    ],
    notes: [],
  }),
  invitation: ({ email, appUrl, link, tenant, invitedBy, message, days }) => ({
    language,
    subject: `Invitation to ${tenant}`,
    paragraphs: [
      `${invitedBy ?? 'An administrator'} invites you (${email}) to join ${tenant} at ${place(appUrl)}.`,
    ],
    quote: message ?? undefined,
    action: { label: 'Accept or decline the invitation', url: link },
    notes: [
      `The invitation ends in ${days === 1 ? 'a day' : `${days} days`}.`,
      'If you do not know who invited you, do nothing.',
    ],
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
