import type { ApiContract, Client } from '@commonhold/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { showOwnerEverything } from '../generated/database-view.ts'
import { startService, type TestService } from '../service.ts'
import { createTenant } from '../world.ts'

let service: TestService
let ada: { readonly client: Client<ApiContract> }
beforeAll(async () => {
  service = await startService()
  await showOwnerEverything(service.database.sql)
  const user = await service.signUp()
  const tenantId = await createTenant(service, { owners: [user] })
  ada = { client: service.as(user.token, tenantId) }
})
afterAll(() => service.stop())

const name = { first_name: 'Ada', last_name: 'Lovelace' }

/** A person with a current identity and another one. */
async function person() {
  const { id: person_id, current_identity_id } = await ada.client.persons.create({ identity: name })
  const other = await ada.client.persons.identities.create({ person_id }, { ...name, first_name: 'Augusta' })
  return { person_id, identity_id: current_identity_id ?? '', other_id: other.id }
}

/** The code of the problem of a call, or `undefined` if it succeeded. */
async function codeOf(call: Promise<{ ok: boolean; error?: unknown }>) {
  const { ok, error } = await call
  return ok ? undefined : Reflect.get(Object(Reflect.get(Object(error), 'problem') ?? error), 'code')
}

const moves = ['archive', 'restore', 'activate', 'deactivate'] as const
type Move = (typeof moves)[number]
interface State {
  readonly archived: boolean
  readonly active: boolean
}
const states = [true, false].flatMap((archived) =>
  [true, false].map((active): State => ({ archived, active })),
)

/** The state after a move, or `undefined` if the move is refused. */
function expected({ archived, active }: State, move: Move): State | undefined {
  if (move === 'archive' || move === 'restore') return { archived: move === 'archive', active }
  return archived ? undefined : { archived, active: move === 'activate' }
}

describe.each(states)('an identity, archived $archived, active $active', (state) => {
  test.each(moves)('%s changes one of the two and leaves the other', async (move) => {
    const params = await person()
    if (!state.active) await ada.client.persons.identities.deactivate(params)
    if (state.archived) await ada.client.persons.identities.archive(params)
    const before = await ada.client.persons.identities.get(params)
    const answer = await ada.client.persons.identities[move].safe(params)
    const after = await ada.client.persons.identities.get(params)
    const next = expected(state, move)
    expect(answer.ok).toBe(next !== undefined)
    const { archived, active } = next ?? state
    expect([after.archived_at !== null, after.deactivated_at === null]).toEqual([archived, active])
    const isSame = archived === state.archived && active === state.active
    expect(after.version).toBe(before.version + (isSame ? 0 : 1))
    const { current_identity_id } = await ada.client.persons.get(params)
    expect(current_identity_id).toBe(after.is_current ? after.id : null)
    // An identity that was current before it was archived or deactivated does not become current again by itself.
    expect(after.is_current).toBe(before.is_current && !archived && active)
  })
})

describe.each([
  ['archive', 'restore', 'archived_at'],
  ['deactivate', 'activate', 'deactivated_at'],
] as const)('%s and %s of an identity', (leave, back, stamp) => {
  const auditOf = (identity_id: string) => service.database.sql`
    select reason, notes from audit_log where record_id = ${identity_id} and action = 'moved' order by id`

  test('happen at the requested time, and the audit log has the reason, once', async () => {
    const params = await person()
    const comments = { occurred_at: '2024-02-29T12:00:00+02:00', reason: 'Married', notes: 'By letter' }
    const left = await ada.client.persons.identities[leave](params, comments)
    expect(left[stamp]).toBe('2024-02-29T10:00:00.000Z')
    const again = { occurred_at: '2025-01-01T00:00:00Z', reason: 'Again', notes: 'Once more' }
    expect(await ada.client.persons.identities[leave](params, again)).toEqual(left)
    expect([...(await auditOf(params.identity_id))]).toEqual([{ reason: 'Married', notes: 'By letter' }])
    const returned = await ada.client.persons.identities[back](params, { reason: 'Mistaken' })
    expect(returned).toMatchObject({ [stamp]: null, version: left.version + 1 })
    expect(await ada.client.persons.identities[back](params, again)).toEqual(returned)
    expect([...(await auditOf(params.identity_id))]).toEqual([
      { reason: 'Married', notes: 'By letter' },
      { reason: 'Mistaken', notes: null },
    ])
  })

  test('do not happen ahead of time', async () => {
    const params = await person()
    const occurred_at = new Date(Date.now() + 6 * 60_000).toISOString()
    expect(await codeOf(ada.client.persons.identities[leave].safe(params, { occurred_at }))).toBe(
      'validation_failed',
    )
    expect((await ada.client.persons.identities.get(params))[stamp]).toBeNull()
  })
})

test('the first identity becomes the current one and names the person, also when it is renamed', async () => {
  const { id: person_id } = await ada.client.persons.create({})
  expect((await ada.client.persons.get({ person_id })).display_name).toBeNull()
  const { id } = await ada.client.persons.identities.create({ person_id }, { ...name, prefix: 'Dr.' })
  expect(await ada.client.persons.get({ person_id })).toMatchObject({
    current_identity_id: id,
    display_name: 'Dr. Ada Lovelace',
  })
  await ada.client.identities.update({ identity_id: id }, { middle_name: 'King', prefix: null })
  expect((await ada.client.persons.get({ person_id })).display_name).toBe('Ada King Lovelace')
})

test.each(['archive', 'deactivate', 'delete'] as const)(
  '%s of the current identity leaves the person without one, and the audit log of the person shows it',
  async (leave) => {
    const params = await person()
    await ada.client.persons.identities[leave](params)
    const found = await ada.client.persons.get(params)
    expect(found).toMatchObject({ current_identity_id: null, display_name: null })
    expect((await ada.client.persons.currentIdentity.get.safe(params)).ok).toBe(false)
    const rows = await service.database.sql<{ changes: { field: string; from: unknown; to: unknown }[] }[]>`
      select changes from audit_log where record_type = 'person' and record_id = ${params.person_id} order by id`
    expect(rows.at(-1)?.changes).toContainEqual({
      field: 'current_identity_id',
      from: params.identity_id,
      to: null,
    })
  },
)

/** Both ways to set the current identity of a person. */
const choices = {
  POST: (of: { person_id: string }, identity_id: string) =>
    ada.client.persons.currentIdentity.set.safe(of, { identity_id }),
  PATCH: (of: { person_id: string }, current_identity_id: string) =>
    ada.client.persons.update.safe(of, { current_identity_id }),
}

test.each(['POST', 'PATCH'] as const)('another identity is gone by after a %s', async (method) => {
  const mine = await person()
  expect(await codeOf(choices[method](mine, mine.other_id))).toBeUndefined()
  expect(await ada.client.persons.get(mine)).toMatchObject({
    current_identity_id: mine.other_id,
    display_name: 'Augusta Lovelace',
  })
})

test.each(['POST', 'PATCH'] as const)(
  "an identity of another person, an archived or a deactivated one can't be gone by: %s",
  async (method) => {
    const [mine, theirs] = [await person(), await person()]
    const set = (identity_id: string) => codeOf(choices[method](mine, identity_id))
    expect(await set(theirs.identity_id)).toBe('validation_failed')
    const other = { person_id: mine.person_id, identity_id: mine.other_id }
    await ada.client.persons.identities.deactivate(other)
    expect(await set(mine.other_id)).toBe('identity_deactivated')
    await ada.client.persons.identities.archive(other)
    expect(await set(mine.other_id)).toBe('record_archived')
    expect((await ada.client.persons.get(mine)).current_identity_id).toBe(mine.identity_id)
  },
)

test('below another person an identity is not found, whatever one does with it', async () => {
  const [mine, theirs] = [await person(), await person()]
  const wrong = { person_id: theirs.person_id, identity_id: mine.identity_id }
  const { identities, persons } = ada.client
  const calls = [
    persons.identities.get.safe(wrong),
    persons.identities.update.safe(wrong, { last_name: 'Byron' }),
    persons.identities.delete.safe(wrong),
    ...moves.map((move) => persons.identities[move].safe(wrong)),
  ]
  for (const call of calls) expect(await codeOf(call)).toBe('not_found')
  expect(await identities.get(mine)).toEqual(await persons.identities.get(mine))
})

test('of many changes at once one identity is the current one, and the person agrees', async () => {
  const params = await person()
  const ids = [params.identity_id, params.other_id]
  const answers = await Promise.all(
    Array.from({ length: 16 }, async (_, at) => {
      const identity_id = ids[at % 2] ?? ''
      const one = { person_id: params.person_id, identity_id }
      if (at % 4 === 3) return codeOf(ada.client.persons.identities.deactivate.safe(one))
      if (at % 4 === 2) return codeOf(ada.client.persons.identities.activate.safe(one))
      return codeOf(ada.client.persons.currentIdentity.set.safe(one, { identity_id }))
    }),
  )
  // A request that comes too late gets this code. None violates a constraint or ends in a deadlock.
  for (const code of answers) expect([undefined, 'identity_deactivated']).toContain(code)
  const found = await ada.client.persons.get(params)
  const current = (await ada.client.persons.identities.list(params)).filter(({ is_current }) => is_current)
  expect(current.map(({ id }) => id)).toEqual(found.current_identity_id ? [found.current_identity_id] : [])
  expect(found.display_name).toBe(current[0]?.display_name ?? null)
})

test('a person with its first identity is one transaction with an audit entry of each', async () => {
  const { id, current_identity_id } = await ada.client.persons.create({ identity: name })
  const rows = await service.database.sql`
    select record_type, action from audit_log where record_id in (${id}, ${current_identity_id}) order by record_type`
  expect([...rows]).toEqual([
    { record_type: 'identity', action: 'created' },
    { record_type: 'person', action: 'created' },
  ])
})

test('names are of any script, kept in NFC, and hold no control characters', async () => {
  const made = await ada.client.persons.create({
    identity: { first_name: 'Zoe\u0308', last_name: '山田 𠮷' },
  })
  expect(made.display_name).toBe('Zo\u00eb 山田 𠮷')
  for (const last_name of ['a\u0007b', 'a\u007fb', 'a\u0085b', '', ' ', 'x'.repeat(101)]) {
    const call = ada.client.persons.create.safe({ identity: { first_name: 'Ada', last_name } })
    expect([last_name, await codeOf(call)]).toEqual([last_name, 'validation_failed'])
  }
})
