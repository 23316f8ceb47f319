import type { MailTexts, NotificationEntry } from './mail.texts.ts'

const language = 'en'

const happened = ({ kind, about, key, title, actor }: NotificationEntry): string => {
  const who = actor ?? 'The system'
  const record = `${key} “${title}”`
  return {
    assigned: `${who} assigned ${record} to you.`,
    approval_requested: `${who} asks you to approve ${record}.`,
    mentioned: `${who} named you in a comment on ${record}.`,
    due:
      about === 'issue'
        ? `${record}, which is assigned to you, is due.`
        : `${record}, which you have, is due for return.`,
    watched: `${who} changed ${record}, which you watch.`,
  }[kind]
}

/** Every mail in English. */
export const english: MailTexts = {
  passwordReset: ({ email, place, link }) => ({
    language,
    subject: 'Set a new password',
    paragraphs: [`You can set a new password for the account ${email} at ${place}.`],
    action: { label: 'Set a new password', url: link },
    notes: [
      'The link works once, within 30 minutes.',
      'If you did not ask for it, do nothing: the password stays as it is.',
    ],
  }),
  unknownAddress: ({ email, place }) => ({
    language,
    subject: 'There is no account with this address',
    paragraphs: [
      `A new password was requested for ${email} at ${place}, but no active account has this address.`,
      'Perhaps you signed up with another address.',
    ],
    notes: ['If you did not ask for it, do nothing.'],
  }),
  verifyEmail: ({ email, place, link }) => ({
    language,
    subject: 'Confirm your email address',
    paragraphs: [`Please confirm that ${email} is the address of your account at ${place}.`],
    action: { label: 'Confirm the address', url: link },
    notes: [
      'The link works once, within three days.',
      'If you have no account there, do nothing: somebody may have mistyped an address.',
    ],
  }),
  emailChangeRequested: ({ email, place, appUrl }) => ({
    language,
    subject: 'A change of your email address was requested',
    paragraphs: [
      `Another email address was entered for the account ${email} at ${place}. It takes effect once it is confirmed; until then, this address stays in use.`,
      'If it was not you, somebody knows your password. Set a new one now: that cancels the change.',
    ],
    action: { label: 'Set a new password', url: `${appUrl}/forgot-password` },
    notes: [],
  }),
  emailChanged: ({ email, place }) => ({
    language,
    subject: 'Your account has another email address',
    paragraphs: [
      `The account at ${place} with the address ${email} now has another address. You can no longer sign in with the old one.`,
      'If you did not expect this, contact the operator of the service.',
    ],
    notes: [],
  }),
  webhookDisabled: ({ email, place, url, tenant }) => ({
    language,
    subject: `A webhook of ${tenant} was disabled`,
    paragraphs: [
      `The webhook endpoint ${url} that ${email} created in ${tenant} at ${place} has accepted nothing for five days, and was disabled.`,
      'Enable it again when it works. Events of the last 30 days can be sent again then.',
    ],
    notes: [],
  }),
  invitation: ({ email, place, link, tenant, invitedBy, message, days }) => ({
    language,
    subject: `Invitation to ${tenant}`,
    paragraphs: [
      invitedBy
        ? `${invitedBy} invites you (${email}) to join ${tenant} at ${place}.`
        : `You (${email}) are invited to join ${tenant} at ${place}.`,
    ],
    quote: message ?? undefined,
    action: { label: 'Accept or decline the invitation', url: link },
    notes: [
      `The invitation ends in ${days === 1 ? 'a day' : `${days} days`}.`,
      'If you do not know who invited you, do nothing.',
    ],
  }),
  notification: ({ email, place, tenant, unsubscribe, entries }) => {
    const [first] = entries
    const isOne = entries.length === 1
    return {
      language,
      subject: first && isOne ? `[${tenant}] ${first.key} ${first.title}` : `[${tenant}] What is new for you`,
      paragraphs: entries.map((entry) => (isOne ? happened(entry) : `${happened(entry)} ${entry.link}`)),
      ...(first && isOne
        ? {
            action: { label: first.about === 'issue' ? 'Open the issue' : 'Open the asset', url: first.link },
          }
        : {}),
      notes: [`${email} gets this mail from ${place}. Choose which of these mails you get: ${unsubscribe}`],
      unsubscribe,
    }
  },
  passwordChanged: ({ email, place, appUrl }) => ({
    language,
    subject: 'Your password was changed',
    paragraphs: [
      `The password of the account ${email} at ${place} was changed.`,
      'If it was not you, set a new password now, and contact the operator of the service.',
    ],
    action: { label: 'Set a new password', url: `${appUrl}/forgot-password` },
    notes: [],
  }),
}
