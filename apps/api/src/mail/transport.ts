import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Logger } from 'pino'
import { htmlText, type Letter, plainText } from './letter.ts'

/** A mail and its recipient. The id becomes the Message-ID, so that a repeated mail can be recognised. */
export interface Message {
  readonly id: string
  readonly recipient: string
  readonly letter: Letter
}

/** Delivers mails. `send` rejects when the mail was not accepted, or when that is unknown. */
export interface MailTransport {
  send(message: Message, signal: AbortSignal): Promise<void>
}

/** Milliseconds without a response after which a server counts as unreachable. */
const SILENCE = 10_000

const envelopeOf = (from: string, { id, recipient, letter }: Message): SendMailOptions => ({
  from,
  to: { name: '', address: recipient },
  messageId: `<${id.toLowerCase()}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'}>`,
  subject: letter.subject,
  text: plainText(letter),
  html: htmlText(letter),
  headers: {
    'Auto-Submitted': 'auto-generated',
    'Content-Language': letter.language,
    ...(letter.unsubscribe ? { 'List-Unsubscribe': `<${letter.unsubscribe}>` } : {}),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
})

/**
 * Sends by SMTP. A password is only sent over TLS, except to this machine. Without a password, `?requireTLS=true` in the URL
 * requires TLS.
 */
export function smtpTransport(url: string, from: string): MailTransport {
  const { username, hostname } = new URL(url)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const transport = createTransport({
    url,
    connectionTimeout: SILENCE,
    greetingTimeout: SILENCE,
    socketTimeout: SILENCE,
    dnsTimeout: SILENCE,
    ...(username !== '' && !isLocal ? { requireTLS: true } : {}),
  })
  return {
    async send(message, signal) {
      await transport.sendMail({ ...envelopeOf(from, message), signal })
    },
  }
}

/** Writes each mail to a file in the folder, and its link to the log, for trying out the service without a mail server. */
export function fileTransport(folder: string, from: string, log: Logger): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true })
  return {
    async send(message) {
      const { message: content } = await composer.sendMail(envelopeOf(from, message))
      if (!Buffer.isBuffer(content)) throw new TypeError('the mail was not composed as a whole')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${message.id}.eml`)
      await writeFile(file, content, { mode: 0o600 })
      const { subject, action } = message.letter
      // Logged as a warning, because `npm start` shows nothing below that level.
      log.warn(
        { file, subject, ...(action ? { link: action.url } : {}) },
        'SMTP_URL is not set: a mail was written to a file',
      )
    },
  }
}

/**
 * Why a mail was not accepted, without any of its content. `isFinal` is true when the server rejects the recipient or the mail
 * permanently. A server that rejects the sender or the sign-in is misconfigured, so the mail is tried again.
 */
export function failureOf(error: unknown): { readonly text: string; readonly isFinal: boolean } {
  if (!(error instanceof Error)) return { text: 'unknown', isFinal: false }
  const [code, responseCode, command]: unknown[] = ['code', 'responseCode', 'command'].map((name) =>
    Reflect.get(error, name),
  )
  const known = [code, responseCode, command].filter((one) => ['string', 'number'].includes(typeof one))
  const isRefusal = typeof responseCode === 'number' && responseCode >= 500
  return {
    text: known.length > 0 ? known.join(' ') : error.name,
    isFinal: isRefusal && ['RCPT TO', 'DATA'].includes(String(command)),
  }
}
