import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { hashOf } from '../../src/system/mail-tokens.repository.ts'
import { linkPurposes } from '../../src/system/mail-tokens.table.ts'
import { send } from '../security/send.ts'
import { PASSWORD, startService, type TestService } from '../service.ts'
import { signUpStranger } from '../world.ts'
import { validCall } from './calls.ts'
import { showOwnerEverything } from './database-view.ts'
import { type Operation, operationNamed, operationsWhere } from './operations.ts'
import { membersOf } from './reply-rules.ts'
import { type Call, canQueueMail, useWorlds } from './worlds.ts'

// If nobody may sign up, no public operation gives a stranger an account or a membership. Only the link in a mail does. Only a
// user with the permission can cause this mail.

const worlds = useWorlds()
let closed: TestService
beforeAll(async () => {
  closed = await startService({ ...canQueueMail, SIGN_UP: 'invited' }, worlds.service.database)
  // The start of the service has restored row level security.
  await showOwnerEverything(worlds.service.database.sql)
})
afterAll(() => closed.stop())

const newToken = () => randomBytes(32).toString('base64url')

/** Tokens that do not prove access to the mailbox of an invited address, by their kind. */
async function uselessTokens(): Promise<Readonly<Record<string, string>>> {
  const { sql } = worlds.service.database
  const { tenantId, client } = worlds.mine
  const invitations = await Promise.all(
    ['stored', 'expired', 'revoked', 'over'].map(async (name) => {
      const email = `${newId().toLowerCase()}@example.org`
      const { id } = await client.invitations.create({ email })
      const token = newToken()
      await sql`
        insert into mail_tokens (token_hash, purpose, tenant_id, invitation_id, email, expires_at)
        values (${hashOf(token)}, 'invitation', ${tenantId}, ${id}, ${email}, now() + ${name === 'expired' ? '-1' : '60'}::int * interval '1 minute')`
      return { name, id, token }
    }),
  )
  for (const { name, id } of invitations) {
    if (name === 'revoked') await client.invitations.delete({ invitation_id: id })
    if (name === 'over') await sql`update invitations set expires_at = now() where id = ${id}`
  }
  const stranger = await signUpStranger(worlds.service)
  const others = await Promise.all(
    linkPurposes
      .filter((purpose) => purpose !== 'invitation')
      .map(async (purpose) => {
        const token = newToken()
        await sql`
          insert into mail_tokens (token_hash, purpose, user_id, email, expires_at)
          values (${hashOf(token)}, ${purpose}, ${stranger.id}, ${stranger.email}, now() + interval '1 hour')`
        return [`a link to ${purpose}`, token]
      }),
  )
  const used = Object.fromEntries(invitations.map(({ name, token }) => [name, token]))
  return {
    'a guess': newToken(),
    'the stored hash of a link': hashOf(used.stored ?? ''),
    'a link that has expired': used.expired ?? '',
    'a link of an invitation that was revoked': used.revoked ?? '',
    'a link of an invitation that has ended': used.over ?? '',
    'an access token': worlds.mine.user.token.slice(0, 100),
    nothing: '-',
    ...Object.fromEntries(others),
  }
}

/** The numbers of users, memberships and members. */
async function people(): Promise<unknown> {
  const [row] = await worlds.service.database.sql`
    select (select count(*)::int from users) as users, (select count(*)::int from memberships) as memberships,
           (select count(*)::int from group_members) as members,
           (select count(*)::int from user_tenants where is_member) as tenants`
  return { ...row }
}

/** Sends a call. Public operations have all their input in the body. */
async function call({ endpoint }: Operation, { body }: Call, token?: string): Promise<number> {
  const input =
    body === undefined ? {} : endpoint.bodyType === 'form' ? { form: Object(body) } : { json: body }
  const request = `${endpoint.method.toUpperCase()} ${endpoint.path}`
  return (await send(closed.address, request, { ...input, ...(token === undefined ? {} : { token }) })).status
}

test.each(operationsWhere(({ permission }) => permission === 'public'))(
  '$place makes no account and no membership for a stranger while nobody signs up',
  async (operation) => {
    const valid = await validCall(worlds.mine, operation)
    const hasToken = 'token' in membersOf(valid.body)
    const tokens = hasToken ? Object.entries(await uselessTokens()) : [['', '']]
    const { token: stranger } = await signUpStranger(worlds.service)
    const before = await people()
    for (const [name, token] of tokens)
      for (const bearer of [undefined, 'nonsense', stranger]) {
        const body = hasToken ? { ...Object(valid.body), token } : valid.body
        await call(operation, { ...valid, body }, bearer)
        expect([name, await people()]).toEqual([name, before])
      }
  },
)

test('the link of an invitation makes an account and a membership', async () => {
  const accept = operationNamed('invitations', 'accept')
  const valid = await validCall(worlds.mine, accept)
  const before = Object(await people())
  expect(await call(accept, { body: { ...Object(valid.body), password: PASSWORD } })).toBe(200)
  expect(await people()).toEqual({
    users: before.users + 1,
    memberships: before.memberships + 1,
    members: before.members + 1,
    tenants: before.tenants + 1,
  })
})
