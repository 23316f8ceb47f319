import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { site } from '@commonhold/page-server'

/** A running service and its pages. */
export interface Stack {
  /** Address of the pages, without a slash at the end. */
  readonly web: string
  /** Address of the API, likewise. */
  readonly api: string
  /** The folder of its data. */
  readonly data: string
  stop(): Promise<void>
}

/** The operator of the tests' installation. */
export const OPERATOR = {
  email: 'operator@commonhold.example',
  password: 'quiet harbour bicycle 17',
} as const

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** Starts the real API on a new database and serves the built pages, each on a free port. */
export async function startStack(): Promise<Stack> {
  const api = await startApi()
  const server = createServer(site(path('../../dist'), api.address))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    // The server listens on a port, so its address is not the name of a pipe.
    web: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    api: api.address,
    data: api.data,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await api.stop()
    },
  }
}

async function startApi() {
  const data = await mkdtemp(join(tmpdir(), 'commonhold-'))
  const child = fork(path('../../../api/src/main.ts'), {
    cwd: path('../../../api'),
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: data,
      LOG_LEVEL: 'warn',
      // All tests come from one address.
      SIGN_UP_RATE: '0',
      SIGN_IN_RATE: '0',
      RATE_LIMIT: '0',
      ADMIN_EMAIL: OPERATOR.email,
      ADMIN_PASSWORD: OPERATOR.password,
    },
    silent: true,
  })
  child.stderr?.resume()
  child.stdout?.pipe(process.stdout)
  const address = await Promise.race([
    once(child, 'message').then(([message]) => readyAddress(message)),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the API ended with exit code ${code} before it was ready`)
    }),
  ])
  return {
    address,
    data,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(data, { recursive: true, force: true })
    },
  }
}

function readyAddress(message: unknown): string {
  if (typeof message === 'object' && message && 'ready' in message && typeof message.ready === 'string')
    return message.ready.replace(/\/$/, '')
  throw new Error('the API sent something else than its address')
}
