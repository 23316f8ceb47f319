import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { site } from '@commonhold/page-server'

/** A separate service with its pages. A test can read its mails. */
export interface MailStack {
  readonly web: string
  readonly api: string
  /** Returns the path and the fragment of the link to a page, from the newest mail to an address. Fails after a minute. */
  linkTo(address: string, page: string): Promise<string>
  stop(): Promise<void>
}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** Starts the service with default settings, by which it writes mails to files; `settings` can name a mail server. */
export async function startMailStack(
  settings: (web: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<MailStack> {
  const data = await mkdtemp(join(tmpdir(), 'commonhold-'))
  // The server of the pages listens first, because the service is started with its address.
  let pages: RequestListener = (_, response) => void response.writeHead(503).end()
  const server = createServer((request, response) => pages(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // The server listens on a port, so its address is not the name of a pipe.
  const web = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const child = fork(path('../../../api/src/main.ts'), {
    cwd: path('../../../api'),
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: data,
      LOG_LEVEL: 'warn',
      SIGN_UP_RATE: '0',
      SIGN_IN_RATE: '0',
      RATE_LIMIT: '0',
      MAIL_RATE: '0',
      ...settings(web),
    },
    silent: true,
  })
  child.stderr?.resume()
  child.stdout?.resume()
  const [message] = await once(child, 'message')
  const api = String(message.ready).replace(/\/$/, '')
  pages = site(path('../../dist'), api)
  return {
    web,
    api,
    async linkTo(address, page) {
      for (let tries = 0; tries < 1_200; tries += 1) {
        const links = (await mailsIn(join(data, 'mail')))
          .filter((mail) => mail.includes(`To: ${address}`))
          .flatMap((mail) => mail.match(new RegExp(`/${page}#token=[\\w-]{43}`)) ?? [])
        const newest = links.at(-1)
        if (newest) return newest
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`there was no mail to ${address} with a link to ${page}`)
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(data, { recursive: true, force: true })
    },
  }
}

/** The mails of a folder, oldest first, with the quoted-printable encoding of long lines and of `=` decoded. */
async function mailsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const texts = await Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')))
  return texts.map((text) => text.replaceAll('=\r\n', '').replaceAll('=3D', '='))
}
