import { expect, test } from 'vitest'
import { send } from '../security/send.ts'
import { newKey, useDesk } from '../work/desk.ts'
import { createPerson, createProject } from '../world.ts'

const desk = useDesk()

/** Sends JSON as the owner of the desk, without the types of the client. */
const call = (request: string, json: unknown, headers: Record<string, string> = {}) =>
  send(desk.service.address, request, { token: desk.owner.token, tenantId: desk.tenantId, json, headers })

const model = () => desk.client.assetModels.create({ name: newKey(), tracking_type: 'countable' })

async function asset() {
  const { id } = await model()
  return desk.client.assets.create({ model_id: id, name: newKey() })
}

test('a member of another operation is named with it', async () => {
  const { id } = await model()
  const made = await call('POST /assets', { model_id: id, name: 'Cable', status: 'archived' })
  expect(made.json).toMatchObject({ status: 422, errors: [{ pointer: '/status', code: 'read_only' }] })
  expect(made.json.detail).toContain('POST /assets/{asset_id}/archive')
  const group = await desk.client.groups.create({ name: newKey() })
  const changed = await call(`PATCH /groups/${group.id}`, { archived_at: group.created_at })
  expect(changed.json.detail).toBe(
    '/archived_at: is changed by POST /groups/{group_id}/archive, POST /groups/{group_id}/restore',
  )
})

const events = 'POST /asset-circulations'
const assignments = [
  'POST /asset-assignments',
  'POST /assets/{asset_id}/assignments',
  'PATCH /assignments/{assignment_id}',
  'POST /assignments/{assignment_id}/close',
]

test.each([
  ['location_id', [events, ...assignments]],
  ['person_id', [events, ...assignments]],
  ['expected_return_date', [events, ...assignments]],
  ['last_confirmed_at', [events]],
  ['archived_at', ['POST /assets/{asset_id}/archive', 'POST /assets/{asset_id}/restore']],
  ['retired_at', ['POST /assets/{asset_id}/retire', 'POST /assets/{asset_id}/restore']],
])('%s of an asset is changed by the operations that the answer names', async (member, operations) => {
  const { id } = await asset()
  const answer = await call(`PATCH /assets/${id}`, { [member]: 'another value' })
  expect(answer.json.errors).toMatchObject([{ pointer: `/${member}`, code: 'read_only' }])
  const detail = String(answer.json.detail)
  const start = `/${member}: is changed by `
  expect(detail.slice(0, start.length)).toBe(start)
  expect(detail.slice(start.length).split(', ').sort()).toEqual([...operations].sort())
})

test('which identity is the current one is changed by the operation that sets it', async () => {
  const { id: person_id } = await desk.client.persons.create({
    identity: { first_name: 'Ada', last_name: 'King' },
  })
  const [identity] = await desk.client.persons.identities.list({ person_id })
  const answer = await call(`PATCH /identities/${identity?.id}`, { is_current: false })
  expect(answer.json.detail).toContain('POST /persons/{person_id}/current-identity')
})

test('a new record accepts members with the value that they get', async () => {
  const { id } = await model()
  const body = { model_id: id, name: 'Cable' }
  const sent = { ...body, version: 1, status: 'active', archived_at: null, is_shared: undefined }
  expect((await call('POST /assets', sent)).status).toBe(201)
  const count = () => desk.client.assets.list({ model_id: [id] })
  expect((await call('POST /assets', { ...body, version: 2 })).json).toMatchObject({
    errors: [{ pointer: '/version', code: 'read_only' }],
  })
  expect(await count()).toHaveLength(1)
})

test('null stands for the default of a new record, and for an optional member of a move', async () => {
  const { id } = await model()
  const made = await call('POST /assets', { model_id: id, name: 'Cable', quantity: null, asset_tag: null })
  expect(made.json).toMatchObject({ quantity: 1, asset_tag: expect.stringMatching(/^A-/) })
  expect((await call(`POST /assets/${made.json.id}/retire`, { reason: null })).status).toBe(200)
})

test.each([
  ['transition', { to_state: 'in_progress' }, '/to_state', 'to_status'],
  ['', { asset_id: 'x' }, '/asset_id', 'asset_ids'],
  ['', { desciption: 'x' }, '/desciption', 'description'],
  ['', { details: { impakt: 'high' } }, '/details/impakt', 'impact'],
])('an issue’s %s with %j is answered with a suggestion', async (operation, body, pointer, suggestion) => {
  const { id } = await desk.newIssue({ issue_type: 'incident' })
  const request = operation === '' ? `PATCH /issues/${id}` : `POST /issues/${id}/${operation}`
  const { json } = await call(request, body)
  expect(json).toMatchObject({
    errors: expect.arrayContaining([
      expect.objectContaining({
        pointer,
        code: 'unknown_field',
        message: expect.stringContaining(suggestion),
      }),
    ]),
  })
})

test('the version of the body is compared with the record, together with If-Match', async () => {
  const { id, version } = await asset()
  const change = (sent: object, headers: Record<string, string> = {}) =>
    call(`PATCH /assets/${id}`, { name: newKey(), ...sent }, headers)
  expect((await change({ version: version + 1 })).status).toBe(412)
  expect((await change({ version }, { 'if-match': `"v${version + 1}"` })).status).toBe(412)
  expect((await change({ version: 'x' })).json).toMatchObject({ errors: [{ pointer: '/version' }] })
  expect((await change({ version })).status).toBe(200)
  expect((await call(`POST /assets/${id}/retire`, { version })).status).toBe(412)
  expect((await call(`POST /assets/${id}/retire`, { version: version + 1 })).status).toBe(200)
})

test('what is hidden from a caller is not overwritten when the record is sent as read', async () => {
  const person = await desk.client.persons.create({ birth_date: '2014-03-09' })
  const clerk = await desk.member(['persons:read', 'persons:write'])
  const path = { person_id: person.id }
  const visible = await clerk.client.persons.get(path)
  expect(visible).toMatchObject({ birth_date: null, redacted: ['birth_date'] })
  await clerk.client.persons.update(path, { ...visible, external_id: newKey() })
  expect((await desk.client.persons.get(path)).birth_date).toBe('2014-03-09')
})

test('money has two decimals, and more are refused', async () => {
  const { id } = await asset()
  const cost = (purchase_cost: number) => call(`PATCH /assets/${id}`, { purchase_cost, currency: 'EUR' })
  expect((await cost(10.005)).json).toMatchObject({
    errors: [{ pointer: '/purchase_cost', code: 'out_of_range' }],
  })
  expect((await cost(19.99)).json).toMatchObject({ purchase_cost: 19.99 })
  expect((await cost(999_999_999_999.99)).status).toBe(200)
})

test('what a list names twice it names once', async () => {
  const { id } = await asset()
  const issue = await desk.newIssue({ labels: ['b', 'a', ' b'], asset_ids: [id, id.toLowerCase()] })
  expect(issue).toMatchObject({ labels: ['a', 'b'], asset_ids: [id] })
  const group = await desk.client.groups.create({
    name: newKey(),
    permissions: ['assets:read', 'assets:read'],
  })
  expect(group.permissions).toEqual(['assets:read'])
})

test.each([
  ['europe/berlin', 'Europe/Berlin'],
  ['asia/kolkata', 'Asia/Kolkata'],
  ['utc', 'UTC'],
])('the time zone %s is spelled %s', async (timezone, spelled) => {
  expect((await desk.client.me.preferences.update({ timezone })).timezone).toBe(spelled)
  expect((await desk.client.schools.create({ name: newKey(), timezone })).timezone).toBe(spelled)
})

test('whose permission is limited to projects must name one', async () => {
  const project_id = await createProject(desk.service, desk.tenantId)
  const technician = await desk.member(['assets:read', 'assets:write'], project_id)
  const { id: model_id } = await model()
  const json = { model_id, name: 'Laptop' }
  const { token } = technician
  const sent = { token, tenantId: desk.tenantId }
  const refused = await send(desk.service.address, 'POST /assets', { ...sent, json })
  expect(refused.json).toMatchObject({
    status: 403,
    code: 'permission_denied',
    detail: expect.stringContaining('project_id'),
  })
  const followed = { ...json, project_id }
  expect((await send(desk.service.address, 'POST /assets', { ...sent, json: followed })).status).toBe(201)
})

test('an account is added once for one Idempotency-Key, and its password is no part of what is stored', async () => {
  const headers = { 'idempotency-key': newKey() }
  const add = (email: string, password: string) => call('POST /users', { email, password }, headers)
  const email = `${newKey()}@example.org`
  const first = await add(email, 'a password for tests')
  const again = await add(email, 'a password for tests')
  expect([first.status, again.status, again.text]).toEqual([201, 201, first.text])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect((await add(`${newKey()}@example.org`, 'a password for tests')).status).toBe(422)
})

test('a PATCH of a person names the current identity of the person', async () => {
  const person_id = await createPerson(desk.service, desk.tenantId)
  const [first, second] = [
    await desk.client.persons.identities.create({ person_id }, { first_name: 'Ada', last_name: 'Byron' }),
    await desk.client.persons.identities.create({ person_id }, { first_name: 'Ada', last_name: 'Lovelace' }),
  ]
  const choose = (current_identity_id: unknown) =>
    call(`PATCH /persons/${person_id}`, { current_identity_id })
  expect((await choose(second.id)).json).toMatchObject({ display_name: 'Ada Lovelace' })
  expect((await choose(first.id.toLowerCase())).json).toMatchObject({ display_name: 'Ada Byron' })
  const unknown = await choose(person_id)
  expect(unknown.json).toMatchObject({
    errors: [{ pointer: '/current_identity_id', code: 'reference_not_found' }],
  })
  expect((await choose(null)).json).toMatchObject({ errors: [{ code: 'read_only' }] })
})

test.each([
  ['titel', 'title'],
  ['assignee_name_id', undefined],
  ['creator', undefined],
  ['labelz', 'labels'],
  ['the_title', 'title'],
  ['title_notes', undefined],
])('an unknown member %s is answered with %s', async (name, suggestion) => {
  const { json } = await call('POST /issues', { [name]: 'x' })
  const error = (json.errors as { pointer: string; message: string }[]).find(
    ({ pointer }) => pointer === `/${name}`,
  )
  expect(error?.message).toBe(
    suggestion ? `there is no such member; did you mean ${suggestion}?` : 'there is no such member',
  )
})

test('an id of a record that another member names is answered with that member', async () => {
  const { json } = await call('POST /school-calendars', { school_year_id: 'x' })
  expect(JSON.stringify(json.errors)).toContain('there is no such member; did you mean calendar_id?')
})

test('a body that is missing is required', async () => {
  const { status, json } = await send(desk.service.address, 'POST /projects', {
    token: desk.owner.token,
    tenantId: desk.tenantId,
  })
  expect([status, json.detail]).toEqual([
    415,
    'This operation needs a body. Send one with Content-Type: application/json.',
  ])
})

test.each([
  ['projects', 'lead_id', 'nobody', 'must be the id (ULID) of a user, or `me`'],
  ['issues', 'project_id', 'me', 'must be an id (ULID); only filters by users accept `me`'],
])(
  'a filter that names no record is refused with what it accepts: %s',
  async (list, filter, value, message) => {
    const { json } = await call(`GET /${list}?${filter}=${value}`, undefined)
    expect(json).toMatchObject({ status: 422, errors: [{ pointer: filter, message }] })
  },
)
