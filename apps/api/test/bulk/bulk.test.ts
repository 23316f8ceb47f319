import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { createProject, grantOnly } from '../world.ts'
import { type BulkWorld, refusalOf, startBulkWorld } from './bulk-world.ts'

let world: BulkWorld

beforeAll(async () => {
  world = await startBulkWorld()
})
afterAll(() => world.service.stop())

const create = (serial?: string) => ({ op: 'create' as const, body: world.asset(serial) })

test('`each` does what can be done, and answers in the order sent as the single operations would', async () => {
  const { client } = world
  const [first, second] = [
    await client.assets.create(world.asset()),
    await client.assets.create(world.asset()),
  ]
  const gone = newId()
  const answer = await client.assets.bulk({
    mode: 'each',
    items: [
      { op: 'update', id: second.id, if_match: second.version, body: { name: 'Renamed' } },
      create(first.serial_number ?? ''),
      { op: 'retire', id: first.id, body: { reason: 'Old' } },
      { op: 'delete', id: gone },
      create(),
    ],
  })
  expect(answer).toMatchObject({ succeeded: 3, failed: 2 })
  expect(answer.results.map(({ index, status, problem }) => [index, status, problem?.code])).toEqual([
    [0, 200, undefined],
    [1, 409, 'already_exists'],
    [2, 200, undefined],
    [3, 404, 'not_found'],
    [4, 201, undefined],
  ])
  const { problem } = answer.results[1] ?? {}
  const single = await refusalOf(client.assets.create(world.asset(first.serial_number ?? '')))
  const { instance: _, request_id: __, ...told } = single.problem
  expect({ ...problem, request_id: undefined }).toEqual({ ...told, request_id: undefined })
  expect(await client.assets.get({ asset_id: second.id })).toMatchObject({
    name: 'Renamed',
    version: answer.results[0]?.version,
  })
  expect(await client.assets.get({ asset_id: first.id })).toMatchObject({ status: 'retired' })
  expect(await client.assets.get({ asset_id: answer.results[4]?.id ?? '' })).toMatchObject({ version: 1 })
})

test('`atomic` writes nothing when an item fails, and names every faulty item', async () => {
  const { client } = world
  const existing = await client.assets.create(world.asset())
  const before = await world.rows()
  const refusal = await refusalOf(
    client.assets.bulk({
      mode: 'atomic',
      items: [
        create(),
        create(existing.serial_number ?? ''),
        { op: 'create', body: { ...world.asset(), name: '' } },
        { op: 'update', id: existing.id, if_match: 99, body: { name: 'Late' } },
        { op: 'delete', id: newId() },
        { op: 'create', body: { ...world.asset(), model_id: newId() } },
        { op: 'create', body: { ...world.asset(), serial_number: null } },
      ],
    }),
  )
  expect(refusal.status).toBe(409)
  expect(refusal.problem.detail).toMatch(
    /^Item 1 was refused: .*\. 5 other items were refused, too\. Nothing was changed\.$/,
  )
  expect(refusal.problem.errors?.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
    '/items/1/body/serial_number already_exists',
    '/items/2/body/name too_short',
    '/items/3/if_match precondition_failed',
    '/items/4/id not_found',
    '/items/5/body/model_id reference_not_found',
    '/items/6/body/serial_number serial_number_required',
  ])
  expect(await world.rows()).toEqual(before)
})

test('`atomic` without a failure writes everything, each item with the audit entry of its own operation', async () => {
  const before = await world.rows()
  const answer = await world.client.assets.bulk({ mode: 'atomic', items: [create(), create(), create()] })
  expect(answer).toMatchObject({ succeeded: 3, failed: 0 })
  expect(await world.rows()).toEqual({ assets: before.assets + 3, audited: before.audited + 3 })
})

test.each(['atomic', 'each'] as const)(
  'a dry run of `%s` answers as the request would and writes nothing',
  async (mode) => {
    const before = await world.rows()
    const answer = await world.client.assets.bulk(
      { mode, items: [create(), create()] },
      { query: { dry_run: true } },
    )
    expect(answer.results.map(({ status }) => status)).toEqual([201, 201])
    expect(await world.rows()).toEqual(before)
  },
)

test('faults of the request itself are 422 in both modes, with the place of each', async () => {
  const { id } = await world.client.assets.create(world.asset())
  const items: readonly unknown[] = [
    { op: 'explode', id },
    { id },
    { op: 'create', body: world.asset(), id },
    { op: 'create' },
    { op: 'update', id, body: {}, colour: 'red' },
    { op: 'delete' },
    { op: 'delete', id: id.toLowerCase() },
    { op: 'retire', id },
    { op: 'delete', id: newId(), if_match: 'v1' },
    { op: 'update', id: newId(), body: [] },
    7,
  ]
  const shapes = [
    { mode: 'each', items: items.slice(0, -1) },
    { mode: 'some', items: [] },
    { items: [items.at(-1)] },
    { mode: 'each', items: Array.from({ length: 501 }, () => create()) },
    { mode: 'each', items: [create()], colour: 'red' },
    [],
  ]
  const found: unknown[] = []
  for (const shape of shapes) {
    const refusal = await refusalOf(world.client.assets.bulk(shape as never))
    found.push([
      refusal.status,
      ...(refusal.problem.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`),
    ])
  }
  expect(found).toEqual([
    [
      422,
      '/items/0/op not_allowed_value',
      '/items/1/op required',
      '/items/2/id unknown_field',
      '/items/3/body required',
      '/items/4/colour unknown_field',
      '/items/5/id required',
      '/items/8/if_match invalid_type',
      '/items/9/body invalid_type',
      '/items/7/id not_allowed_value',
    ],
    [422, '/mode not_allowed_value', '/items too_short'],
    [422, '/mode required', '/items/0 invalid_type'],
    [422, '/items too_long'],
    [422, '/colour unknown_field'],
    [422, ' invalid_type'],
  ])
})

test('each item needs the permission of its own operation, in the projects of that permission', async () => {
  const { service, tenantId, client } = world
  const [mine, other] = [await createProject(service, tenantId), await createProject(service, tenantId)]
  const reader = await service.signUp()
  await grantOnly(service, tenantId, reader, ['assets:read', 'assets:write'], mine)
  const inMine = await client.assets.create({ ...world.asset(), project_id: mine })
  const inOther = await client.assets.create({ ...world.asset(), project_id: other })
  const theirs = service.as(reader.token, tenantId)
  const answer = await theirs.assets.bulk({
    mode: 'each',
    items: [
      { op: 'update', id: inMine.id, body: { name: 'Changed' } },
      { op: 'update', id: inOther.id, body: { name: 'Changed' } },
      { op: 'create', body: { ...world.asset(), project_id: other } },
    ],
  })
  expect(answer.results.map(({ status }) => status)).toEqual([200, 404, 422])
  const denied = await theirs.assets.bulk({ mode: 'each', items: [{ op: 'delete', id: inMine.id }] })
  expect(denied.results[0]?.problem).toMatchObject({
    code: 'permission_denied',
    required_permission: 'assets:delete',
  })
  const refusal = await refusalOf(
    theirs.assets.bulk({ mode: 'atomic', items: [create(), { op: 'delete', id: inMine.id }] }),
  )
  expect(refusal.status).toBeGreaterThanOrEqual(403)
  expect(await client.assets.get({ asset_id: inMine.id })).toMatchObject({ name: 'Changed' })
})

test('a permission that is limited to a project does not limit that of another item', async () => {
  const { service, tenantId, client } = world
  const project = await createProject(service, tenantId)
  const user = await service.signUp()
  await grantOnly(service, tenantId, user, ['assets:write'], project)
  const group = { key: 'deleters', name: 'Deleters', permissions: ['assets:delete' as const] }
  const { id: groupId } = await client.groups.create(group)
  await client.groups.memberships.create({ group_id: groupId }, { user_id: user.id })
  const inProject = await client.assets.create({ ...world.asset(), project_id: project })
  const outside = await client.assets.create(world.asset())
  for (const mode of ['each', 'atomic'] as const) {
    const { results } = await service.as(user.token, tenantId).assets.bulk(
      {
        mode,
        items: [
          { op: 'update', id: inProject.id, body: { name: 'Changed' } },
          { op: 'delete', id: outside.id },
        ],
      },
      { query: { dry_run: true } },
    )
    expect(results.map(({ status }) => status)).toEqual([200, 204])
  }
})

test('what the database checks at COMMIT is the fault of its item', async () => {
  await world.service.database.sql.unsafe(`
    create function refuse_late() returns trigger language plpgsql as $$
    begin
      raise exception 'last_owner' using errcode = 'CHOWN';
    end $$;
    create constraint trigger refuse_late after insert on assets deferrable initially deferred
      for each row when (new.serial_number = 'LATE') execute function refuse_late()`)
  const items = [create(), create('LATE'), create()]
  const { results } = await world.client.assets.bulk({ mode: 'each', items })
  expect(results.map(({ status }) => status)).toEqual([201, 409, 201])
  const refusal = await refusalOf(
    world.client.assets.bulk({ mode: 'atomic', items: [create(), create('LATE')] }),
  )
  expect(refusal.problem.errors?.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
    '/items/1 last_owner',
  ])
})

test.each(['atomic', 'each'] as const)(
  'a repetition of `%s` with the same key gets the first answer',
  async (mode) => {
    const request = { mode, items: [create(), create()] }
    const before = await world.rows()
    const first = await world.client.assets.bulk(request, { idempotencyKey: `key-${mode}` })
    expect(await world.client.assets.bulk(request, { idempotencyKey: `key-${mode}` })).toEqual(first)
    expect((await world.rows()).assets).toBe(before.assets + 2)
    const other = await refusalOf(
      world.client.assets.bulk({ mode, items: [create()] }, { idempotencyKey: `key-${mode}` }),
    )
    expect(other.problem.code).toBe('idempotency_key_reused')
  },
)

test('of repetitions at the same time one works, and the others are refused', async () => {
  const request = { mode: 'each' as const, items: Array.from({ length: 120 }, () => create()) }
  const before = await world.rows()
  const results = await Promise.all(
    Array.from({ length: 4 }, () =>
      world.client.assets.bulk.safe(request, { idempotencyKey: 'at-once', timeoutMs: 60_000 }),
    ),
  )
  expect(results.some(({ ok }) => ok)).toBe(true)
  const codes = results.flatMap((one) =>
    one.ok ? [] : 'problem' in one.error ? [one.error.problem.code] : ['?'],
  )
  expect(codes.filter((code) => code !== 'idempotency_in_progress')).toEqual([])
  expect((await world.rows()).assets).toBe(before.assets + 120)
})

test('500 items pass in one transaction', async () => {
  const items = Array.from({ length: 500 }, () => create())
  const answer = await world.client.assets.bulk({ mode: 'atomic', items }, { timeoutMs: 120_000 })
  expect(answer).toMatchObject({ succeeded: 500, failed: 0 })
})
