import { repairMembersOfIssue } from '@commonhold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedProjects } from '../../src/system/seeds.ts'
import { addToGroup, createProject, createTenant, grantOnly } from '../world.ts'
import { type CustodyWorld, errorsIn, openCustody, refusal } from './custody-world.ts'

let world: CustodyWorld
beforeAll(async () => {
  world = await openCustody()
})
afterAll(() => world.service.stop())

const isInRepair = async (asset_id: string) => (await world.client.assets.get({ asset_id })).in_repair

test('a repair is an issue of the shared project for repairs, made at once', async () => {
  const { client } = world
  const asset_id = await world.serialized()
  const made = await client.assetRepairs.create({ asset_id, title: 'Hinge is broken', priority: 'high' })
  const issue = await client.issues.get({ issue_id: made.issue_id })
  expect(issue).toMatchObject({
    issue_type: 'repair',
    title: 'Hinge is broken',
    priority: 'high',
    asset_ids: [asset_id],
    project_id: sharedProjects.find(({ key }) => key === 'REP')?.id,
  })
  expect(made).toMatchObject({
    status: issue.status,
    opened_at: issue.opened_at,
    reported_at: issue.opened_at,
    closed_at: null,
    resolved_at: null,
    repair_type: 'repair',
    is_warranty: false,
  })
  expect(await isInRepair(asset_id)).toBe(true)
})

test('a repair is refused with what to do where its issue type is not in use, or not in the project', async () => {
  const { client, tenantId, service } = world
  const [asset_id, elsewhere] = [await world.serialized(), await createProject(service, tenantId)]
  const [type] = await client.issueTypes.list({ key: ['repair'] })
  const issue_type_id = type?.id ?? ''
  const create = () => client.assetRepairs.create.safe({ asset_id, title: 'Hinge is broken' })
  await client.issueTypes.update({ issue_type_id }, { project_ids: [elsewhere] })
  expect(errorsIn(await create())).toEqual(['/project_id not_allowed_value'])
  expect(
    await client.assetRepairs.create({ asset_id, title: 'Hinge is broken', project_id: elsewhere }),
  ).toMatchObject({ asset_id })
  await client.issueTypes.update({ issue_type_id }, { project_ids: [], is_active: false })
  expect(errorsIn(await create())).toEqual([' not_allowed_value'])
  expect(refusal(await create()).detail).toContain('PATCH /issue-types/{issue_type_id}')
  await client.issueTypes.update({ issue_type_id }, { is_active: true })
})

test('a refused repair leaves no issue behind', async () => {
  const { client } = world
  const before = await client.issues.list()
  const asset_id = await world.serialized()
  for (const wrong of [{ location_id: asset_id }, { priority: 'nonsense' }])
    expect(
      refusal(await client.assetRepairs.create.safe({ asset_id, title: 'Screen', ...wrong })).status,
    ).toBe(422)
  expect(await client.issues.list()).toEqual(before)
  expect(await isInRepair(asset_id)).toBe(false)
})

test('a repair is closed with an outcome, by whichever door', async () => {
  const { client } = world
  for (const closing of ['repair', 'issue'] as const) {
    const asset_id = await world.serialized()
    const { id: repair_id, issue_id } = await client.assetRepairs.create({ asset_id, title: 'Screen' })
    const moveTo = (status: string) =>
      closing === 'repair'
        ? client.assetRepairs.update.safe({ repair_id }, { status })
        : client.issues.update.safe({ issue_id }, { status })
    expect((await moveTo('in_progress')).ok).toBe(true)
    const place = closing === 'repair' ? '' : '/details'
    expect(errorsIn(await moveTo('resolved')).sort()).toEqual([
      `${place}/outcome required`,
      `${place}/resolution_notes required`,
    ])
    await client.assetRepairs.update({ repair_id }, { resolution_notes: 'New screen' })
    expect(errorsIn(await moveTo('resolved'))).toEqual([`${place}/outcome required`])
    expect(await isInRepair(asset_id)).toBe(true)
    await client.assetRepairs.update({ repair_id }, { outcome: 'repaired', cost: 12.5, currency: 'EUR' })
    expect((await moveTo('resolved')).ok).toBe(true)
    expect((await moveTo('closed')).ok).toBe(true)
    const closed = await client.assetRepairs.get({ repair_id })
    expect(closed).toMatchObject({ status: 'closed', outcome: 'repaired' })
    expect(closed.resolved_at).toBe(closed.closed_at)
    expect(closed.closed_at).not.toBeNull()
    expect(await isInRepair(asset_id)).toBe(false)
  }
})

test('outcome and end travel in one request', async () => {
  const { client } = world
  const asset_id = await world.serialized()
  const { id: repair_id } = await client.assetRepairs.create({ asset_id, title: 'Screen' })
  await client.assetRepairs.update({ repair_id }, { status: 'in_progress' })
  const ended = { status: 'resolved', outcome: 'replaced', title: 'Screen and hinge' } as const
  const resolved = await client.assetRepairs.update(
    { repair_id },
    { ...ended, resolution_notes: 'New screen' },
  )
  expect(resolved).toMatchObject(ended)
  expect(resolved.resolved_at).not.toBeNull()
})

test('an asset is in repair while any of its repairs is open, whatever ends them at once', async () => {
  const { client } = world
  const asset_id = await world.serialized()
  const repairs = await Promise.all(
    Array.from({ length: 6 }, () => client.assetRepairs.create({ asset_id, title: 'Screen' })),
  )
  const [first, ...others] = repairs
  await Promise.all(
    others.map(({ issue_id, id: repair_id }, at) =>
      [
        () => client.issues.archive({ issue_id }),
        () => client.issues.delete({ issue_id }),
        () => client.assetRepairs.update({ repair_id }, { status: 'cancelled' }),
        () => client.issues.update({ issue_id }, { status: 'cancelled' }),
      ][at % 4]?.(),
    ),
  )
  expect(await isInRepair(asset_id)).toBe(true)
  expect((await client.assets.list({ in_repair: true })).map(({ id }) => id)).toContain(asset_id)
  await client.assetRepairs.update({ repair_id: first?.id ?? '' }, { status: 'cancelled' })
  expect(await isInRepair(asset_id)).toBe(false)
  const [archived] = others
  await client.issues.restore({ issue_id: archived?.issue_id ?? '' })
  expect(await isInRepair(asset_id)).toBe(true)
})

test('an asset in repair remains assigned to its holder', async () => {
  const { client } = world
  const [asset_id, person_id] = [await world.serialized(), await world.person()]
  await client.assetAssignments.create({ asset_id, person_id })
  await client.assetRepairs.create({ asset_id, title: 'Screen' })
  expect(await client.assets.get({ asset_id })).toMatchObject({
    person_id,
    in_repair: true,
    status: 'active',
  })
})

test('nothing is repaired that was disposed of', async () => {
  const { client } = world
  const asset_id = await world.serialized()
  await client.assets.dispose({ asset_id })
  const result = await client.assetRepairs.create.safe({ asset_id, title: 'Screen' })
  expect(refusal(result)).toMatchObject({ status: 409, code: 'asset_not_active', current_state: 'disposed' })
})

test("another tenant's asset is not repaired", async () => {
  const { service, client } = world
  const asset_id = await world.serialized()
  const bob = await service.signUp()
  const theirs = service.as(bob.token, await createTenant(service, { owners: [bob] }))
  const made = await client.assetRepairs.create({ asset_id, title: 'Screen' })
  expect(errorsIn(await theirs.assetRepairs.create.safe({ asset_id, title: 'Screen' }))).toEqual([
    '/asset_id reference_not_found',
  ])
  expect(refusal(await theirs.assetRepairs.get.safe({ repair_id: made.id })).code).toBe('not_found')
})

test('a permission in one project reaches the repairs of its assets, in issues of that project', async () => {
  const { client, service, tenantId } = world
  const own = await createProject(service, tenantId)
  const [mine, theirs] = [await world.serialized(), await world.serialized()]
  await client.assets.update({ asset_id: mine }, { project_id: own })
  const [known, hidden] = [
    await client.assetRepairs.create({ asset_id: mine, title: 'Screen' }),
    await client.assetRepairs.create({ asset_id: theirs, title: 'Screen' }),
  ]
  const member = await service.signUp()
  const limited = service.as(member.token, tenantId)
  await grantOnly(service, tenantId, member, ['assets:read'], own)
  expect((await limited.assetRepairs.list()).map(({ id }) => id)).toEqual([known.id])
  expect(refusal(await limited.assetRepairs.get.safe({ repair_id: hidden.id })).code).toBe('not_found')
  await grantOnly(service, tenantId, member, ['assets:write'], own)
  const make = (members: object) =>
    limited.assetRepairs.create.safe({ asset_id: mine, title: 'Hinge', ...members })
  expect(refusal(await make({})).code).toBe('permission_denied')
  expect((await make({ project_id: own })).ok).toBe(true)
  expect(errorsIn(await make({ asset_id: theirs, project_id: own }))).toEqual([
    '/asset_id reference_not_found',
  ])
})

test('whoever may write assets moves repairs, without a permission for issues', async () => {
  const { client, service, tenantId } = world
  const { id: repair_id } = await client.assetRepairs.create({
    asset_id: await world.serialized(),
    title: 'Fan',
  })
  const member = await service.signUp()
  await grantOnly(service, tenantId, member, ['assets:read', 'assets:write'])
  const mechanic = service.as(member.token, tenantId)
  const moved = await mechanic.assetRepairs.update({ repair_id }, { status: 'in_progress' })
  expect(moved).toMatchObject({ version: 2, status: null, title: null, redacted: repairMembersOfIssue })
  expect((await client.assetRepairs.get({ repair_id })).status).toBe('in_progress')
})

test('repairs are listed by what their issues keep', async () => {
  const { client, service, tenantId } = world
  const asset_id = await world.serialized()
  const bob = await service.signUp()
  await addToGroup(service, tenantId, 'users', bob)
  const project_id = await createProject(service, tenantId)
  const create = (members: object) => client.assetRepairs.create({ asset_id, title: 'Screen', ...members })
  const [one, two] = [
    await create({ priority: 'high', assignee_id: bob.id, opened_at: '2024-02-01T00:00:00Z' }),
    await create({ priority: 'low', project_id, opened_at: '2024-03-01T00:00:00Z' }),
  ]
  await client.assetRepairs.update({ repair_id: one.id }, { status: 'in_progress' })
  const { closed_at } = await client.assetRepairs.update({ repair_id: two.id }, { status: 'cancelled' })
  const ids = async (query: object) =>
    (await client.assetRepairs.list({ asset_id: [asset_id], ...query })).map(({ id }) => id)
  const cases: readonly (readonly [query: object, expected: readonly string[]])[] = [
    [{ status: ['in_progress'] }, [one.id]],
    [{ status: ['in_progress', 'cancelled'] }, [two.id, one.id]],
    [{ is_closed: true }, [two.id]],
    [{ is_closed: false }, [one.id]],
    [{ priority: ['high'] }, [one.id]],
    [{ priority: ['high', 'low'], is_closed: true }, [two.id]],
    [{ assignee_id: [bob.id] }, [one.id]],
    [{ assignee_id__is_null: true }, [two.id]],
    [{ project_id: [project_id] }, [two.id]],
    [{ opened_at__gte: '2024-02-01T00:00:00Z', opened_at__lt: '2024-03-01T00:00:00Z' }, [one.id]],
    [{ closed_at__gte: closed_at }, [two.id]],
    [{ closed_at__lt: closed_at }, []],
  ]
  for (const [query, expected] of cases) expect([query, await ids(query)]).toEqual([query, expected])
  expect(await ids({ assignee_id: [asset_id] })).toEqual([])
  const mistyped = await client.assetRepairs.list.safe({ status: ['in_progres'], priority: ['hi'] })
  expect(errorsIn(mistyped)).toEqual(['status not_allowed_value', 'priority not_allowed_value'])
})

test('repairs of archived issues are left out of lists unless requested', async () => {
  const { client } = world
  const asset_id = await world.serialized()
  const [kept, gone] = [
    await client.assetRepairs.create({ asset_id, title: 'Screen' }),
    await client.assetRepairs.create({ asset_id, title: 'Hinge' }),
  ]
  const { archived_at } = await client.issues.archive({ issue_id: gone.issue_id })
  const ids = async (query: object) =>
    (await client.assetRepairs.list({ asset_id: [asset_id], ...query })).map(({ id }) => id)
  expect(await ids({})).toEqual([kept.id])
  expect(await ids({ archived: 'only' })).toEqual([gone.id])
  expect(await ids({ archived: 'include' })).toEqual([gone.id, kept.id])
  const read = await client.assetRepairs.get({ repair_id: gone.id })
  expect(read).toMatchObject({ archived_at, version: gone.version + 1 })
  const changed = await client.assetRepairs.update.safe({ repair_id: gone.id }, { vendor: 'Hinges & Sons' })
  expect(refusal(changed).code).toBe('record_archived')
})
