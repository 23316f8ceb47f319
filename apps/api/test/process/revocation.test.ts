import { contract, createClient } from '@commonhold/contract'
import { expect, onTestFinished, test } from 'vitest'
import { send } from '../security/send.ts'
import { startProcess } from './child.ts'
import { migratedDatabase } from './gate.ts'
import { served, signedUp } from './served.ts'

const PASSWORD = 'a password for tests'
const OPERATOR = { ADMIN_EMAIL: 'operator@example.org', ADMIN_PASSWORD: 'a password for operators' }
const ROOT = '01K00000000000000000000000'

/** The addresses of two services in separate processes, on one database. */
async function startTwo(): Promise<readonly [string, string]> {
  const gate = await migratedDatabase()
  await gate.open()
  const settings = { DATABASE_URL: gate.url, DATABASE_SLOTS: '4', ...OPERATOR }
  const [first, second] = [startProcess(settings), startProcess(settings)]
  const addresses = await Promise.all([first.ready, second.ready])
  onTestFinished(async () => {
    for (const child of [first, second]) child.process.kill('SIGTERM')
    await Promise.all([first.exit, second.exit])
  })
  return addresses
}

async function open() {
  const [here, there] = await startTwo()
  const anonymous = createClient(contract, { baseUrl: here })
  const as = (token: string, tenantId?: string) =>
    createClient(contract, { baseUrl: here, token, ...(tenantId ? { tenantId } : {}) })
  const signUp = async (name: string) => {
    const email = `${name}@example.org`
    const token = await signedUp(here, { email, password: PASSWORD })
    const { id, session_id } = await as(token).me.get()
    return { id, email, token, sessionId: session_id }
  }
  const account = { email: OPERATOR.ADMIN_EMAIL, password: OPERATOR.ADMIN_PASSWORD }
  const operator = await served(() => send(here, 'POST /auth/token', { json: account }))
  const owner = await signUp('owner')
  const tenant = await as(owner.token).tenants.create({ name: 'A tenant' })
  const client = as(owner.token, tenant.id)
  const user = await signUp('user')
  const group = await client.groups.create({ name: 'Keepers', permissions: ['assets:read'] })
  /** Status and code of the user's next request to the other service, with the token issued before the change. */
  const next = async () => {
    const caller = { token: user.token, tenantId: tenant.id }
    const { status, json } = await served(() => send(there, 'GET /assets', caller))
    return [status, ...(json.code === undefined ? [] : [json.code])]
  }
  const join = async () =>
    (await client.groups.memberships.create({ group_id: group.id }, { user_id: user.id })).id
  return {
    anonymous,
    as,
    owner: as(owner.token),
    client,
    tenant,
    user,
    group,
    join,
    next,
    root: as(String(operator.json.access_token), ROOT),
  }
}

test('what a user loses at one process is refused by another in the very next request', async () => {
  const { anonymous, as, owner, client, tenant, user, group, join, next, root } = await open()
  expect(await next()).toEqual([403, 'tenant_access_denied'])

  const membership_id = await join()
  expect(await next()).toEqual([200])
  await client.groups.memberships.delete({ group_id: group.id, membership_id })
  expect(await next()).toEqual([403, 'tenant_access_denied'])

  await join()
  expect(await next()).toEqual([200])
  await client.groups.archive({ group_id: group.id })
  expect(await next()).toEqual([403, 'tenant_access_denied'])

  await client.groups.restore({ group_id: group.id })
  expect(await next()).toEqual([200])
  await client.tenants.archive({ tenant_id: tenant.id })
  expect(await next()).toEqual([409, 'record_archived'])

  await owner.tenants.restore({ tenant_id: tenant.id })
  expect(await next()).toEqual([200])
  const again = await anonymous.auth.createToken({ email: user.email, password: PASSWORD })
  await as(again.access_token).me.sessions.delete({ session_id: user.sessionId })
  expect(await next()).toEqual([401, 'not_authenticated'])

  user.token = again.access_token
  expect(await next()).toEqual([200])
  await root.users.deactivate({ user_id: user.id }, { reason: 'left' })
  expect(await next()).toEqual([401, 'not_authenticated'])

  await root.users.restore({ user_id: user.id })
  expect(await next()).toEqual([401, 'not_authenticated'])
})
