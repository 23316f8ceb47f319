import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { validCall } from '../generated/calls.ts'
import { Observer } from '../generated/observer.ts'
import { endpointOf, operations } from '../generated/operations.ts'
import { canQueueMail, createWorld, send, type Worlds } from '../generated/worlds.ts'
import { sentStatements } from '../sent-statements.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { readCatalogue } from './catalogue.ts'
import { Recorder } from './recorder.ts'
import { type RecordedRequest, writeRecording } from './recording.ts'
import { replay } from './replay.ts'
import { settings } from './settings.ts'
import { essential } from './statements.ts'
import { setOwner } from './world-by-requests.ts'

vi.mock('../world.ts', async (original) => ({
  ...(await original<object>()),
  ...(await import('./world-by-requests.ts')),
}))

/** The folder with the statements that the test suites sent. */
const { STATEMENTS_FOLDER = '' } = process.env

test('records the release', async () => {
  const service = await startService({ ...canQueueMail, ...settings })
  const recorder = new Recorder(service.address)
  await callEverything(service)
  recorder.stop()
  const catalogue = await readCatalogue(service.database.sql)
  await service.stop()
  const requests = await repeatable(recorder.requests)
  const bySuites = readdirSync(STATEMENTS_FOLDER).map((name): [string, number] =>
    JSON.parse(readFileSync(join(STATEMENTS_FOLDER, name), 'utf8')),
  )
  const statements = essential([...new Map([...sentStatements, ...bySuites])])
  const release = execFileSync('git', ['describe', '--tags', '--always'], { encoding: 'utf8' }).trim()
  const day = new Date().toISOString().slice(0, 10)
  const bytes = writeRecording({ release, day, catalogue, statements, requests })
  const reached = new Set(requests.filter(({ status }) => status < 300).map(nameOf))
  const missing = operations.filter(({ endpoint }) => !reached.has(endpoint.operationId))
  process.stdout.write(
    `${release}: ${requests.length} requests of ${reached.size} operations, ${statements.length} statements, ${bytes} bytes\n` +
      `without a request, because a test prepares it in the database: ${missing.map(({ place }) => place).join(', ')}\n`,
  )
  expect(bySuites.length).toBeGreaterThan(0)
})

const nameOf = ({ method, path }: RecordedRequest) =>
  endpointOf(method, path.replace(/\?.*/, '').replace(/\{\{[^}]*\}\}/g, 'x'))?.operationId

/** Sends a valid call of each operation, in worlds that are created by requests only. */
async function callEverything(service: TestService): Promise<void> {
  const observer = new Observer()
  const world = (user: TestUser, canary: string, tenantId: string) => {
    setOwner(tenantId, user)
    return createWorld(() => worlds, { user, canary, tenantId })
  }
  const [ada, bob] = [await service.signUp(), await service.signUp()]
  const worlds: Worlds = {
    service,
    observer,
    mine: world(ada, 'mine', await tenantOf(ada)),
    other: world(bob, 'other', await tenantOf(bob)),
    root: world(await operatorOf(service), 'root', ROOT_TENANT_ID),
    fingerprint: async () => '',
  }
  for (const operation of operations)
    await validCall(worlds.mine, operation)
      .then((call) => send(worlds.mine, operation.endpoint, call))
      // Some samples are prepared in the database, so their calls fail. The missing operations are printed.
      .catch(() => {})
}

async function tenantOf({ client }: TestUser): Promise<string> {
  return (await client.tenants.create({ name: 'A tenant' })).id
}

async function operatorOf({ anonymous, as }: TestService): Promise<TestUser> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = settings
  const tokens = await anonymous.auth.createToken({ email, password })
  const client = as(tokens.access_token)
  return {
    id: (await client.me.get()).id,
    email,
    token: tokens.access_token,
    refreshToken: tokens.refresh_token,
    sessionId: tokens.session_id,
    client,
  }
}

/**
 * The requests that an empty service answers with the same status again. Repeats without the others, since requests may
 * depend on each other.
 */
async function repeatable(requests: readonly RecordedRequest[]): Promise<readonly RecordedRequest[]> {
  const service = await startService({ ...canQueueMail, ...settings })
  const replayed = await replay(service.address, requests, 0)
  await service.stop()
  const recorded = replayed
    .filter(({ request, status }) => status === request.status)
    .map(({ request, members }) => ({ ...request, members }))
  return recorded.length === requests.length ? recorded : repeatable(recorded)
}
