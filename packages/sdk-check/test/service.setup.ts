import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'

/** The account of the operator, who may do everything. */
const account = { email: 'ada@example.org', password: 'a password for generated clients' }

/** Starts one service for all clients, in a separate process with a separate database. */
export default async function setup(project: TestProject) {
  const folder = dirname(createRequire(import.meta.url).resolve('@commonhold/api/package.json'))
  const dataDir = await mkdtemp(join(tmpdir(), 'commonhold-sdk-check-'))
  const service = spawn(process.execPath, ['src/main.ts'], {
    cwd: folder,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'silent',
      RATE_LIMIT: '0',
      SIGN_IN_RATE: '0',
      SIGN_UP_RATE: '0',
      DRAIN_SECONDS: '0',
      ADMIN_EMAIL: account.email,
      ADMIN_PASSWORD: account.password,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(service, 'exit')
  const address = await new Promise<string>((resolve, reject) => {
    service.once('message', (message) => resolve((message as { ready: string }).ready))
    service.once('exit', (code) => reject(new Error(`the service ended with ${code}`)))
  })
  project.provide('service', { address, ...account })
  return async () => {
    service.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  export interface ProvidedContext {
    service: { readonly address: string; readonly email: string; readonly password: string }
  }
}
