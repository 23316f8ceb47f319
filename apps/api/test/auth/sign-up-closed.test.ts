import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comparable, type Reply, send } from '../security/send.ts'
import { PASSWORD, startService, type TestService } from '../service.ts'
import { createTenant, grantOnly } from '../world.ts'

const paths = ['POST /users', 'POST /me/signup']

/** `closed` shares the database of `open`, but lets nobody sign up. */
let open: TestService
let closed: TestService
beforeAll(async () => {
  open = await startService()
  closed = await startService({ SIGN_UP: 'invited' }, open.database)
})
afterAll(async () => {
  await closed.stop()
  await open.stop()
})

let serial = 0
const newEmail = () => {
  serial += 1
  return `token${serial}@example.org`
}

/** Credentials that do not allow their user to create an account. */
const tokens: Readonly<Record<string, () => Promise<{ token?: string; tenantId?: string }>>> = {
  'no token': async () => ({}),
  'no token that is one': async () => ({ token: 'nonsense' }),
  'the token of a session that has ended': async () => {
    const { token, client } = await open.signUp()
    await client.me.signOut()
    return { token }
  },
  'the token of an account that is deactivated': async () => {
    const { id, token } = await open.signUp()
    await open.database.sql`update users set status = 'deactivated' where id = ${id}`
    return { token }
  },
  'the token of a member without users:write': async () => ({ token: (await open.signUp()).token }),
  'a tenant that one does not belong to': async () => {
    const [{ token }, owner] = [await open.signUp(), await open.signUp()]
    return { token, tenantId: await createTenant(open, { owners: [owner] }) }
  },
  'a tenant that is archived': async () => {
    const owner = await open.signUp()
    const { id } = await owner.client.tenants.create({ name: 'Archived' })
    await owner.client.tenants.archive({ tenant_id: id })
    return { token: owner.token, tenantId: id }
  },
}

describe.each(paths)('%s', (path) => {
  const signUp = async ({ address }: TestService, email: string, credential: object): Promise<Reply> =>
    send(address, path, { json: { email, password: PASSWORD }, ...credential })

  test.each(Object.keys(tokens))('where everybody may sign up, counts %s as none', async (name) => {
    const credential = (await tokens[name]?.()) ?? {}
    const email = newEmail()
    const reply = await signUp(open, email, credential)
    expect([reply.status, reply.headers.get('x-tenant-id')]).toEqual([201, null])
    const memberships = await open.database.sql`
      select t.slug, u.managed_by_tenant_id from users u join user_tenants m on m.user_id = u.id join tenants t on t.id = m.tenant_id
       where u.email = ${email}`
    expect([...memberships]).toEqual([{ slug: 'default', managed_by_tenant_id: null }])
  })

  test.each(Object.keys(tokens))(
    'where nobody may, refuses with the same bytes whether the address is known, with %s',
    async (name) => {
      const credential = (await tokens[name]?.()) ?? {}
      const { email } = await open.signUp()
      const before = await open.database.sql`select count(*) from users`
      const replies = [
        await signUp(closed, email, credential),
        await signUp(closed, newEmail(), credential),
        await signUp(closed, newEmail(), {}),
      ]
      expect(replies[0]?.json).toMatchObject({ status: 403, code: 'sign_up_closed' })
      // With a valid token the answer also has rate limit headers; nothing else may differ.
      const bytes = replies.map((reply) => {
        const { headers, ...rest } = comparable(reply)
        const { ratelimit: _, 'ratelimit-policy': __, ...others } = headers
        return { ...rest, headers: others }
      })
      expect(bytes[0]).toEqual(bytes[2])
      expect(bytes[1]).toEqual(bytes[2])
      expect(await open.database.sql`select count(*) from users`).toEqual(before)
    },
  )
})

test.each(['POST /auth/token', 'POST /auth/forgot-password'])('%s works with a stale token', async (path) => {
  const { email, token, client } = await open.signUp()
  await client.me.signOut()
  const json = path.endsWith('token') ? { email, password: PASSWORD } : { email }
  for (const sent of [token, 'nonsense'])
    expect((await send(open.address, path, { json, token: sent })).status).toBe(200)
})

test('who holds users:write makes accounts, whether or not people sign up', async () => {
  const [owner, helper] = [await open.signUp(), await open.signUp()]
  const { id: tenantId } = await owner.client.tenants.create({ name: 'A school' })
  await grantOnly(open, tenantId, helper, ['users:write'])
  const make = (token: string) =>
    send(closed.address, 'POST /users', { token, tenantId, json: { email: newEmail(), password: PASSWORD } })
  const made = await make(owner.token)
  expect(made.status).toBe(201)
  const [row] = await open.database
    .sql`select managed_by_tenant_id from users where id = ${String(made.json.id)}`
  expect(row?.managed_by_tenant_id).toBe(tenantId)
  // The group `users` has more permissions than the helper, so the helper cannot add anybody to it. Nor is it a sign-up.
  expect((await make(helper.token)).json).toMatchObject({ status: 403, code: 'permission_denied' })
})

test('pages learn who may sign up', async () => {
  expect((await send(open.address, 'GET /auth/sign-up')).json).toMatchObject({ sign_up: 'open' })
  expect((await send(closed.address, 'GET /auth/sign-up')).json).toMatchObject({ sign_up: 'invited' })
})
