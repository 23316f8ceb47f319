import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { scratchFolder } from '@commonhold/embedded-postgres/testing'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { type Child, startProcess } from '../process/child.ts'
import { migratedDatabase } from '../process/gate.ts'
import { signedUp } from '../process/served.ts'
import { repeated } from '../repeated.ts'
import { send } from '../security/send.ts'

const email = 'ada@example.org'
const password = 'a password for tests'

/** The lines of the log that contain a text. */
const lines = (child: Child, text: string) =>
  child
    .stdout()
    .split('\n')
    .filter((line) => line.includes(text))

async function waitFor(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1_200 && !condition(); tries += 1) await wait(50)
}

test('the embedded installation writes mails to files and their links to its log, once', async () => {
  const data = scratchFolder()
  const child = startProcess({ DATA_DIR: data, WEB_PORT: '5199', LOG_LEVEL: 'warn' })
  const address = await child.ready
  await signedUp(address, { email, password })
  await send(address, 'POST /auth/forgot-password', { json: { email } })
  const folder = join(data, 'mail')
  await waitFor(() => lines(child, '/reset-password#token=').length > 0)
  const logged = lines(child, '/reset-password#token=')
  expect(logged).toHaveLength(1)
  const { file, link } = JSON.parse(logged[0] ?? '{}')
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:5199\/reset-password#token=[\w-]{43}$/)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).every((name) => /^\w{26}\.eml$/.test(name))).toBe(true)
  const mail = await PostalMime.parse(readFileSync(file))
  expect(mail.to?.[0]?.address).toBe(email)
  expect(mail.text).toContain(link)
  const token = new URL(link).hash.slice('#token='.length)
  const json = { token, password: 'another password for tests' }
  const answer = await repeated(
    () => send(address, 'POST /auth/reset-password', { json }),
    ({ status }) => status !== 503,
  )
  expect(answer.status).toBe(204)
  await wait(1_500)
  expect(lines(child, token)).toHaveLength(1)
})

test('an installation with a database of its own says at its start that it cannot send mail', async () => {
  const { url, open } = await migratedDatabase()
  await open()
  const child = startProcess({ DATABASE_URL: url, SIGN_UP: 'open' })
  await child.ready
  await waitFor(() => lines(child, 'cannot send mail').length > 0)
  expect(lines(child, 'cannot send mail')).toHaveLength(1)
})
