import { join } from 'node:path'
import type { Logger } from 'pino'
import { fileTransport, type MailTransport, smtpTransport } from './mail/transport.ts'
import type { Settings } from './settings.ts'
import type { MailSettings } from './system/mails.service.ts'

/** How this installation sends mail. */
export interface Mailing {
  readonly transport: MailTransport
  readonly settings: MailSettings
}

/**
 * Sends by SMTP if that is configured. Otherwise an installation with the embedded database writes mails to files, and any
 * other cannot send mail and logs a warning.
 */
export function mailingOf(settings: Settings, isEmbedded: boolean, log: Logger): Mailing | undefined {
  const { SMTP_URL, MAIL_FROM, APP_URL, WEB_PORT, MAIL_UNKNOWN, DATA_DIR } = settings
  const mail: MailSettings = {
    appUrl: (APP_URL ?? `http://127.0.0.1:${WEB_PORT}`).replace(/\/+$/, ''),
    mailsUnknown: MAIL_UNKNOWN === 'tell',
  }
  if (SMTP_URL && MAIL_FROM) return { transport: smtpTransport(SMTP_URL, MAIL_FROM), settings: mail }
  if (isEmbedded) {
    const from = MAIL_FROM ?? 'Commonhold <no-reply@commonhold.localhost>'
    return { transport: fileTransport(join(DATA_DIR, 'mail'), from, log), settings: mail }
  }
  log.warn(
    'SMTP_URL is not set: this service cannot send mail, so nobody can reset a forgotten password or be invited. Set SMTP_URL, MAIL_FROM and APP_URL',
  )
  return undefined
}
