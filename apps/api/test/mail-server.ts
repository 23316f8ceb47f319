import { once } from 'node:events'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail as its receiver sees it. */
export interface ReceivedMail {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly messageId: string
  /** The secret in the link of the mail, or an empty string without a link. */
  readonly token: string
  /** The unparsed source of the mail. */
  readonly raw: string
}

/** How the server treats the next mails. */
export type Behaviour =
  | 'accept'
  /** Rejects every recipient permanently. */
  | 'refuse_receiver'
  /** Rejects the mail temporarily. */
  | 'busy'
  /** Never responds to the content of a mail. */
  | 'stall'
  /** Stores the mail and closes the connection without a response. */
  | 'keep_and_drop'

/** A real SMTP server on the loopback interface. It stores the mails that it accepts. */
export interface MailServer {
  readonly url: string
  /** The settings of a service that sends through this server. */
  readonly settings: Readonly<Record<string, string>>
  readonly received: readonly ReceivedMail[]
  /** The number of mails that were received completely and not answered. */
  readonly stalled: number
  behave(next: Behaviour): void
  /** Returns the mails to an address (with a subject) once there are `count` of them. Fails after a minute. */
  mailsTo(address: string, count?: number, subject?: string): Promise<readonly ReceivedMail[]>
  stop(): Promise<void>
}

/** Starts an SMTP server. Pass `port` to replace a server that was stopped. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const received: ReceivedMail[] = []
  let behaviour: Behaviour = 'accept'
  let stalled = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo(_, __, callback) {
      if (behaviour === 'refuse_receiver')
        return callback(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
      callback()
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        if (behaviour === 'stall') {
          stalled += 1
          return
        }
        if (behaviour === 'busy')
          return callback(Object.assign(new Error('try again later'), { responseCode: 451 }))
        const raw = Buffer.concat(chunks).toString('utf8')
        received.push(await parse(raw, session.envelope.rcptTo.map(({ address }) => address).join()))
        if (behaviour === 'keep_and_drop')
          return callback(Object.assign(new Error('gone'), { responseCode: 421 }))
        callback()
      })
    },
  })
  // A connection that the service aborts is no error of the test.
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  const url = `smtp://127.0.0.1:${address.port}`
  return {
    url,
    settings: {
      // Workers send the mails.
      ROLE: 'all',
      SMTP_URL: url,
      MAIL_FROM: 'Commonhold <no-reply@commonhold.test>',
      APP_URL: 'https://app.commonhold.test',
    },
    received,
    get stalled() {
      return stalled
    },
    behave: (next) => {
      behaviour = next
    },
    async mailsTo(to, count = 1, subject) {
      const those = () =>
        received.filter((mail) => mail.to === to && (subject === undefined || mail.subject === subject))
      for (let tries = 0; tries < 1_200 && those().length < count; tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 50))
      const found = those()
      if (found.length >= count) return found
      throw new Error(`${to} got ${found.length} mails, not ${count}`)
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function parse(raw: string, to: string): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw)
  const text = mail.text ?? ''
  return {
    raw,
    to,
    from: mail.from?.address ?? '',
    subject: mail.subject ?? '',
    text,
    html: mail.html ?? '',
    messageId: mail.messageId ?? '',
    token: /#token=([\w-]+)/.exec(text)?.[1] ?? '',
  }
}
