import type { IssueFieldCreate } from '@commonhold/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import type { TestService } from '../service.ts'
import { startUntilWaiting } from '../waiting.ts'
import { addToGroup } from '../world.ts'
import { type Desk, newKey, openDesk, refusal, useDesk } from './desk.ts'

const desk = useDesk()
let neighbour: Desk
let root: ReturnType<TestService['as']>
beforeAll(async () => {
  neighbour = await openDesk(desk.service)
  const operator = await desk.service.signUp()
  await addToGroup(desk.service, ROOT_TENANT_ID, 'owners', operator)
  root = desk.service.as(operator.token, ROOT_TENANT_ID)
})

const IN_USE = [409, 'dependent_item_exists']
const named = () => ({ key: newKey(), name: 'Something' })
const times = <T>(count: number, make: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)))
const invalid = (...errors: string[]) => [422, 'validation_failed', errors]

const newWorkflow = async () => (await desk.client.issueWorkflows.create(named())).id
const newStatus = async () => (await desk.client.issueStatuses.create({ ...named(), category: 'started' })).id
const addStatus = (workflow_id: string, status_id: string, body: { is_initial?: boolean } = {}) =>
  desk.client.issueWorkflowStatuses.create({ workflow_id, status_id, ...body })

describe('the initial status of a workflow', () => {
  const initialOf = async (workflow_id: string) =>
    (await desk.client.issueWorkflowStatuses.list({ workflow_id: [workflow_id], is_initial: true })).map(
      ({ id }) => id,
    )

  test('is the first, until another takes it', async () => {
    const workflow_id = await newWorkflow()
    const first = await addStatus(workflow_id, await newStatus())
    const second = await addStatus(workflow_id, await newStatus())
    expect([first.is_initial, second.is_initial]).toEqual([true, false])
    const update = (id: string, is_initial: boolean) =>
      desk.client.issueWorkflowStatuses.update({ issue_workflow_status_id: id }, { is_initial })
    expect(await refusal(update(first.id, false))).toEqual(invalid('/is_initial not_allowed_value'))
    await update(second.id, true)
    expect(await initialOf(workflow_id)).toEqual([second.id])
    const remove = (id: string) => desk.client.issueWorkflowStatuses.delete({ issue_workflow_status_id: id })
    expect(await refusal(remove(second.id))).toEqual(IN_USE)
    await remove(first.id)
    await remove(second.id)
  })

  test('is one, however many are made initial at once', async () => {
    const workflow_id = await newWorkflow()
    const statuses = await times(16, newStatus)
    const parts = await times(16, (at) => addStatus(workflow_id, statuses[at] ?? '', { is_initial: true }))
    expect(await initialOf(workflow_id)).toHaveLength(1)
    await times(16, (at) =>
      desk.client.issueWorkflowStatuses.update(
        { issue_workflow_status_id: parts[at]?.id ?? '' },
        { is_initial: true },
      ),
    )
    expect(await initialOf(workflow_id)).toHaveLength(1)
  })

  test('cannot be said not to be there', async () => {
    const made = addStatus(await newWorkflow(), await newStatus(), { is_initial: false })
    expect(await refusal(made)).toEqual(invalid('/is_initial not_allowed_value'))
  })
})

describe('the default', () => {
  interface Defaults {
    readonly create: () => Promise<{ id: string }>
    readonly defaults: () => Promise<{ id: string; is_shared: boolean }[]>
    readonly update: (id: string, body: object) => Promise<unknown>
  }
  const collections: Record<string, Defaults> = {
    issueTypes: {
      create: async () => desk.client.issueTypes.create({ ...named(), is_default: true }),
      defaults: () => desk.client.issueTypes.list({ is_default: true }),
      update: (id: string, body: object) => desk.client.issueTypes.update({ issue_type_id: id }, body),
    },
    issuePriorities: {
      create: async () => desk.client.issuePriorities.create({ ...named(), level: 9, is_default: true }),
      defaults: () => desk.client.issuePriorities.list({ is_default: true }),
      update: (id: string, body: object) =>
        desk.client.issuePriorities.update({ issue_priority_id: id }, body),
    },
    issueWorkflows: {
      create: async () => desk.client.issueWorkflows.create({ ...named(), is_default: true }),
      defaults: () => desk.client.issueWorkflows.list({ is_default: true }),
      update: (id: string, body: object) =>
        desk.client.issueWorkflows.update({ issue_workflow_id: id }, body),
    },
  }

  test.each(Object.entries(collections))(
    'of %s is one of the tenant’s own, however many become it at once',
    async (_, { create, defaults, update }) => {
      const own = async () => (await defaults()).filter(({ is_shared }) => !is_shared)
      const made = await times(16, create)
      expect(await own()).toHaveLength(1)
      await times(16, (at) => update(made[at]?.id ?? '', { is_default: true }))
      const [holder, ...others] = await own()
      expect(others).toEqual([])
      expect(await refusal(update(holder?.id ?? '', { is_active: false }))).toEqual(
        invalid('/is_active not_allowed_value'),
      )
      await update(holder?.id ?? '', { is_default: false })
      expect(await own(), 'then the shared one counts').toEqual([])
    },
  )

  test('that is shared stays until another shared one takes it', async () => {
    const [medium] = await root.issuePriorities.list({ is_default: true })
    const update = root.issuePriorities.update({ issue_priority_id: medium?.id ?? '' }, { is_default: false })
    expect(await refusal(update)).toEqual(invalid('/is_default not_allowed_value'))
  })
})

describe('a key', () => {
  const keyed = {
    issueTypes: (client: Desk['client'], key: string) => client.issueTypes.create({ key, name: 'x' }),
    issueStatuses: (client: Desk['client'], key: string) =>
      client.issueStatuses.create({ key, name: 'x', category: 'started' }),
    issuePriorities: (client: Desk['client'], key: string) =>
      client.issuePriorities.create({ key, name: 'x', level: 1 }),
    issueLinkTypes: (client: Desk['client'], key: string) =>
      client.issueLinkTypes.create({ key, name: 'x', outward_name: 'a', inward_name: 'b' }),
    issueFields: (client: Desk['client'], key: string) =>
      client.issueFields.create({ key, name: 'x', type: 'text' }),
  }

  test.each([
    ['issueTypes', 'incident'],
    ['issueStatuses', 'in_progress'],
    ['issuePriorities', 'high'],
    ['issueLinkTypes', 'blocks'],
    ['issueFields', 'due_date'],
  ] as const)('of shared %s is not for a tenant’s own', async (group, key) => {
    expect(await refusal(keyed[group](desk.client, key))).toEqual([409, 'already_exists'])
  })

  test.each(Object.entries(keyed))('of %s has one record of 16 made at once', async (_, create) => {
    const key = newKey()
    const made = await times(16, () => refusal(create(desk.client, key)))
    expect(made.filter((one) => !Array.isArray(one))).toHaveLength(1)
    expect(await refusal(create(neighbour.client, key)), 'another tenant may have it').toEqual(
      expect.objectContaining({ key }),
    )
  })

  test('that a shared record is taking is waited for', async () => {
    const key = newKey()
    const { sql } = desk.service.database
    const own = await sql.begin(async (shared) => {
      await shared`select commonhold_select_tenant(${ROOT_TENANT_ID})`
      await shared`select pg_advisory_xact_lock(hashtextextended(${`issue_statuses ${key}`}, 0))`
      await shared`insert into issue_statuses (id, key, name, category) values (${newId()}, ${key}, 'x', 'started')`
      return startUntilWaiting(sql, () => refusal(keyed.issueStatuses(desk.client, key)))
    })
    expect(await own.answer).toEqual([409, 'already_exists'])
  })
})

describe('a transition', () => {
  test('leads from and to statuses of its workflow', async () => {
    const [workflow_id, inside, outside] = [await newWorkflow(), await newStatus(), await newStatus()]
    await addStatus(workflow_id, inside)
    const create = (from_status_id: string | null, to_status_id: string) =>
      desk.client.issueWorkflowTransitions.create({ ...named(), workflow_id, from_status_id, to_status_id })
    expect(await refusal(create(inside, outside))).toEqual(invalid('/to_status_id status_not_in_workflow'))
    expect(await refusal(create(outside, inside))).toEqual(invalid('/from_status_id status_not_in_workflow'))
    const { id, type } = await create(null, inside)
    expect(type).toBe('global')
    const move = desk.client.issueWorkflowTransitions.update(
      { issue_workflow_transition_id: id },
      { to_status_id: outside },
    )
    expect(await refusal(move)).toEqual(invalid('/to_status_id status_not_in_workflow'))
    const [part] = await desk.client.issueWorkflowStatuses.list({ workflow_id: [workflow_id] })
    const remove = desk.client.issueWorkflowStatuses.delete({ issue_workflow_status_id: part?.id ?? '' })
    expect(await refusal(remove)).toEqual(IN_USE)
  })

  test('keeps the fields and groups that it names', async () => {
    const [workflow_id, status_id] = [await newWorkflow(), await newStatus()]
    await addStatus(workflow_id, status_id)
    const field = await desk.client.issueFields.create({ ...named(), type: 'text' })
    const groupId = newId()
    await desk.service.database.sql.begin(async (sql) => {
      await sql`select commonhold_select_tenant(${desk.tenantId})`
      await sql`insert into groups (id, key, name) values (${groupId}, ${`g${groupId}`}, ${groupId})`
    })
    const { id: issue_workflow_transition_id } = await desk.client.issueWorkflowTransitions.create({
      ...named(),
      workflow_id,
      to_status_id: status_id,
      required_fields: [field.key],
      allowed_group_ids: [groupId],
    })
    const removeField = () => desk.client.issueFields.delete({ issue_field_id: field.id })
    const removeGroup = () =>
      desk.service.database.sql.begin(async (sql) => {
        await sql`select commonhold_select_tenant(${desk.tenantId})`
        await sql`delete from groups where id = ${groupId}`
      })
    expect(await refusal(removeField())).toEqual(IN_USE)
    await expect(removeGroup()).rejects.toMatchObject({ code: '23001' })
    await desk.client.issueWorkflowTransitions.update(
      { issue_workflow_transition_id },
      { required_fields: [], allowed_group_ids: [] },
    )
    await removeField()
    await removeGroup()
  })
})

test('a type that a field names cannot be deleted', async () => {
  const { id: issue_type_id } = await desk.client.issueTypes.create(named())
  const field: IssueFieldCreate = { ...named(), type: 'text', issue_type_ids: [issue_type_id] }
  const { id: issue_field_id } = await desk.client.issueFields.create(field)
  const remove = () => desk.client.issueTypes.delete({ issue_type_id })
  expect(await refusal(remove())).toEqual(IN_USE)
  await desk.client.issueFields.update({ issue_field_id }, { issue_type_ids: [] })
  await remove()
})

describe('a field', () => {
  test('of the service is not deleted, and keeps its meaning', async () => {
    const [due] = await root.issueFields.list({ key: ['due_date'] })
    const issue_field_id = due?.id ?? ''
    expect(await refusal(root.issueFields.delete({ issue_field_id }))).toEqual([409, 'built_in_record'])
    expect(await refusal(root.issueFields.update({ issue_field_id }, { type: 'text' }))).toEqual(
      invalid('/type read_only'),
    )
    expect(await refusal(desk.client.issueFields.delete({ issue_field_id }))).toEqual([
      403,
      'read_only_shared_record',
    ])
  })

  const options = ['red', 'red'].map((key) => ({
    key,
    label: key,
    color: null,
    position: 1,
    is_active: true,
  }))
  test.each<[Partial<IssueFieldCreate>, string]>([
    [{ type: 'select' }, '/options too_short'],
    [{ type: 'text', options: options.slice(1) }, '/options not_allowed_value'],
    [{ type: 'select', options }, '/options/1/key not_allowed_value'],
    [{ type: 'date', minimum: 1 }, '/minimum must_be_null'],
    [{ type: 'integer', minimum: 3, maximum: 1 }, '/maximum out_of_range'],
    [{ type: 'text', min_length: 3, max_length: 1 }, '/max_length out_of_range'],
    [{ type: 'text', pattern: '(' }, '/pattern invalid_format'],
    [{ type: 'boolean', is_unique: true }, '/is_unique not_allowed_value'],
    [{ type: 'integer', is_searchable: true }, '/is_searchable not_allowed_value'],
    [{ type: 'integer', default_value: 'one' }, '/default_value invalid_type'],
    [
      { type: 'select', options: options.slice(1), default_value: 'blue' },
      '/default_value not_allowed_value',
    ],
  ])('is not %j', async (body, error) => {
    expect(await refusal(desk.client.issueFields.create({ ...named(), type: 'text', ...body }))).toEqual(
      invalid(error),
    )
  })
})

describe('a symmetric link type', () => {
  test('reads the same from both ends, and neither blocks nor has an order', async () => {
    const create = (body: object) =>
      desk.client.issueLinkTypes.create({ ...named(), outward_name: 'touches', is_symmetric: true, ...body })
    const { id: issue_link_type_id, inward_name } = await create({})
    expect(inward_name).toBe('touches')
    expect(
      await refusal(create({ inward_name: 'is touched by', is_blocking: true, is_acyclic: true })),
    ).toEqual(
      invalid(
        '/inward_name not_allowed_value',
        '/is_blocking not_allowed_value',
        '/is_acyclic not_allowed_value',
      ),
    )
    const update = desk.client.issueLinkTypes.update({ issue_link_type_id }, { outward_name: 'meets' })
    expect(await refusal(update)).toEqual(invalid('/inward_name not_allowed_value'))
  })

  test('is not needed for a name to be left out: it is the one of the type', async () => {
    const { issueLinkTypes } = desk.client
    expect(await issueLinkTypes.create({ ...named(), outward_name: 'feeds' })).toMatchObject({
      outward_name: 'feeds',
      inward_name: 'Something',
    })
    expect(await issueLinkTypes.create({ name: 'Feeds' })).toMatchObject({
      outward_name: 'Feeds',
      inward_name: 'Feeds',
    })
  })
})
