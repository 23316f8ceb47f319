import { beforeAll, describe, expect, test } from 'vitest'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import type { TestService } from '../service.ts'
import { addToGroup } from '../world.ts'
import { type Desk, newKey, refusal, useDesk } from './desk.ts'

const desk = useDesk()
let root: ReturnType<TestService['as']>
beforeAll(async () => {
  const operator = await desk.service.signUp()
  await addToGroup(desk.service, ROOT_TENANT_ID, 'owners', operator)
  root = desk.service.as(operator.token, ROOT_TENANT_ID)
})

const IN_USE = [409, 'dependent_item_exists']
/** A refusal that counts the tenant's records that prevent the change. */
const inUse = (dependents: Record<string, number>) =>
  expect.objectContaining({ problem: expect.objectContaining({ code: 'dependent_item_exists', dependents }) })
const named = (name = 'Something') => ({ key: newKey(), name })
const option = (key: string) => ({ key, label: key, color: null, position: 1, is_active: true })

/** A workflow with a status of each of the categories, in this order. The first status is initial. */
async function newWay(client: Desk['client'], categories: readonly ('unstarted' | 'started')[]) {
  const { id: workflow_id } = await client.issueWorkflows.create(named())
  const parts = []
  for (const category of categories) {
    const status = await client.issueStatuses.create({ ...named(), category })
    parts.push({
      status,
      part: await client.issueWorkflowStatuses.create({ workflow_id, status_id: status.id }),
    })
  }
  return { workflow_id, parts }
}

/** A type with a separate workflow, and one issue in each status. */
async function newTypeInUse() {
  const way = await newWay(desk.client, ['unstarted', 'started'])
  const type = await desk.client.issueTypes.create({ ...named(), workflow_id: way.workflow_id })
  for (const { status } of way.parts) await desk.newIssue({ issue_type: type.key, status: status.key })
  return { ...way, type }
}

describe('a field of which issues have values', () => {
  test('keeps its type', async () => {
    const { id: issue_field_id, key } = await desk.client.issueFields.create({ ...named(), type: 'text' })
    const { id: issue_id } = await desk.newIssue({ custom_fields: { [key]: 'x' } })
    const change = () => desk.client.issueFields.update({ issue_field_id }, { type: 'long_text' })
    await expect(change()).rejects.toEqual(inUse({ issue_field_values: 1 }))
    await desk.client.issues.update({ issue_id }, { custom_fields: { [key]: null } })
    expect((await change()).type).toBe('long_text')
  })

  test.each(['select', 'multi_select'] as const)('of type %s keeps the options chosen', async (type) => {
    const { id: issue_field_id, key } = await desk.client.issueFields.create({
      ...named(),
      type,
      options: [option('red'), option('blue')],
    })
    await desk.newIssue({ custom_fields: { [key]: type === 'select' ? 'red' : ['red'] } })
    const change = (options: ReturnType<typeof option>[]) =>
      desk.client.issueFields.update({ issue_field_id }, { options })
    await expect(change([option('blue')])).rejects.toEqual(inUse({ issue_field_values: 1 }))
    expect((await change([{ ...option('red'), is_active: false }])).options).toHaveLength(1)
    expect(
      await refusal(desk.newIssue({ custom_fields: { [key]: type === 'select' ? 'blue' : ['blue'] } })),
    ).toEqual([422, 'validation_failed', [expect.stringMatching(/not_allowed_value$/)]])
  })

  test('and that is shared keeps type and options for the values of any tenant', async () => {
    const field = await root.issueFields.create({
      ...named(),
      type: 'select',
      options: [option('red'), option('blue')],
    })
    await desk.newIssue({ custom_fields: { [field.key]: 'red' } })
    const update = (body: object) => root.issueFields.update({ issue_field_id: field.id }, body)
    expect(await refusal(update({ options: [option('blue')] }))).toEqual(IN_USE)
    expect(await refusal(update({ type: 'text', options: [] }))).toEqual(IN_USE)
    expect(await refusal(root.issueFields.delete({ issue_field_id: field.id }))).toEqual(IN_USE)
  })

  test('never loses one that is chosen while it is taken away', async () => {
    for (let round = 0; round < 8; round += 1) {
      const field = await desk.client.issueFields.create({
        ...named(),
        type: 'select',
        options: [option('red'), option('blue')],
      })
      const [chosen, taken] = await Promise.all([
        refusal(desk.newIssue({ custom_fields: { [field.key]: 'red' } })),
        refusal(desk.client.issueFields.update({ issue_field_id: field.id }, { options: [option('blue')] })),
      ])
      expect([chosen, taken].filter(Array.isArray), 'one of the two is refused').toHaveLength(1)
    }
  })
})

describe('a field becomes unique', () => {
  test.each([
    ['text', 'x', 'y'],
    ['integer', 1, 2],
    ['date', '2026-01-01', '2026-01-02'],
    ['datetime', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'],
  ] as const)('of type %s once no two issues share a value', async (type, value, another) => {
    const { id: issue_field_id, key } = await desk.client.issueFields.create({ ...named(), type })
    await desk.newIssue({ custom_fields: { [key]: another } })
    await desk.newIssue({ custom_fields: { [key]: value } })
    const { id: issue_id } = await desk.newIssue({ custom_fields: { [key]: value } })
    const change = () => desk.client.issueFields.update({ issue_field_id }, { is_unique: true })
    await expect(change()).rejects.toEqual(inUse({ issue_field_values: 2 }))
    await desk.client.issues.update({ issue_id }, { custom_fields: { [key]: null } })
    expect((await change()).is_unique).toBe(true)
    expect(await refusal(desk.newIssue({ custom_fields: { [key]: value } }))).toEqual([409, 'already_exists'])
  })

  test('and never holds two that came while it did', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id: issue_field_id, key } = await desk.client.issueFields.create({ ...named(), type: 'text' })
      const make = () => refusal(desk.newIssue({ custom_fields: { [key]: 'x' } }))
      const answers = await Promise.all([
        make(),
        refusal(desk.client.issueFields.update({ issue_field_id }, { is_unique: true })),
        make(),
        make(),
      ])
      const { is_unique } = await desk.client.issueFields.get({ issue_field_id })
      const made = [answers[0], answers[2], answers[3]].filter((answer) => !Array.isArray(answer))
      if (is_unique) expect(made).toHaveLength(1)
    }
  })
})

describe('a status that issues of a workflow stand in', () => {
  test('stays in the workflow', async () => {
    const { parts } = await newTypeInUse()
    const issue_workflow_status_id = parts[1]?.part.id ?? ''
    const remove = () => desk.client.issueWorkflowStatuses.delete({ issue_workflow_status_id })
    await expect(remove()).rejects.toEqual(inUse({ issues: 1 }))
    for (const { id } of await desk.client.issues.list({ status: [parts[1]?.status.key ?? ''] }))
      await desk.client.issues.delete({ issue_id: id })
    await remove()
  })

  test('stays there while the first issue enters it', async () => {
    for (let round = 0; round < 8; round += 1) {
      const way = await newWay(desk.client, ['unstarted', 'started'])
      const { key: issue_type } = await desk.client.issueTypes.create({
        ...named(),
        workflow_id: way.workflow_id,
      })
      const [, second] = way.parts
      const [made, removed] = await Promise.all([
        refusal(desk.newIssue({ issue_type, status: second?.status.key })),
        refusal(
          desk.client.issueWorkflowStatuses.delete({ issue_workflow_status_id: second?.part.id ?? '' }),
        ),
      ])
      expect([made, removed].filter(Array.isArray), 'one of the two is refused').toHaveLength(1)
    }
  })

  test('is neither opened nor closed', async () => {
    const { parts } = await newTypeInUse()
    const issue_status_id = parts[0]?.status.id ?? ''
    const change = (category: 'started' | 'completed' | 'cancelled') =>
      desk.client.issueStatuses.update({ issue_status_id }, { category })
    await expect(change('completed')).rejects.toEqual(inUse({ issues: 1 }))
    await expect(change('cancelled')).rejects.toEqual(inUse({ issues: 1 }))
    expect((await change('started')).category).toBe('started')
    const [issue] = await desk.client.issues.list({ status: [parts[0]?.status.key ?? ''] })
    expect(issue?.status_category, 'issues follow').toBe('started')
  })

  test('and that is shared is neither opened nor closed for the issues of any tenant', async () => {
    const way = await newWay(root, ['unstarted'])
    const { key: issue_type } = await root.issueTypes.create({ ...named(), workflow_id: way.workflow_id })
    await desk.newIssue({ issue_type })
    const [{ status } = { status: undefined }] = way.parts
    const change = root.issueStatuses.update({ issue_status_id: status?.id ?? '' }, { category: 'completed' })
    expect(await refusal(change)).toEqual(IN_USE)
  })
})

describe('a type of which there are issues', () => {
  test('gets no workflow that lacks the statuses in which they stand', async () => {
    const { type, parts } = await newTypeInUse()
    const other = await newWay(desk.client, ['unstarted'])
    const change = () =>
      desk.client.issueTypes.update({ issue_type_id: type.id }, { workflow_id: other.workflow_id })
    await expect(change()).rejects.toEqual(inUse({ issues: 2 }))
    for (const { status } of parts)
      await desk.client.issueWorkflowStatuses.create({ workflow_id: other.workflow_id, status_id: status.id })
    expect((await change()).workflow_id).toBe(other.workflow_id)
    const [, second] = parts
    const [issue] = await desk.client.issues.list({ status: [second?.status.key ?? ''] })
    await desk.client.issues.delete({ issue_id: issue?.id ?? '' })
    await desk.client.issueWorkflowStatuses.delete({ issue_workflow_status_id: second?.part.id ?? '' })
  })

  test('and that is shared gets none for the issues of any tenant', async () => {
    const [way, other] = [await newWay(root, ['unstarted']), await newWay(root, ['unstarted'])]
    const type = await root.issueTypes.create({ ...named(), workflow_id: way.workflow_id })
    await desk.newIssue({ issue_type: type.key })
    const change = { workflow_id: other.workflow_id }
    expect(await refusal(root.issueTypes.update({ issue_type_id: type.id }, change))).toEqual(IN_USE)
  })
})

describe('a link type that links have', () => {
  const newType = (client: Desk['client']) =>
    client.issueLinkTypes.create({ ...named(), outward_name: 'feeds', inward_name: 'is fed by' })
  async function link(link_type: string) {
    const [one, other] = [await desk.newIssue(), await desk.newIssue()]
    return desk.client.issues.links.create({ issue_id: one.id }, { linked_issue_id: other.id, link_type })
  }

  test('keeps whether it is symmetric and whether it goes round, and is kept', async () => {
    const { id: issue_link_type_id, key } = await newType(desk.client)
    const { id: link_id, issue_id } = await link(key)
    const update = (body: object) => desk.client.issueLinkTypes.update({ issue_link_type_id }, body)
    const one = inUse({ issue_links: 1 })
    await expect(update({ is_acyclic: true })).rejects.toEqual(one)
    await expect(update({ is_symmetric: true, inward_name: 'feeds' })).rejects.toEqual(one)
    await expect(desk.client.issueLinkTypes.delete({ issue_link_type_id })).rejects.toEqual(one)
    expect((await update({ is_acyclic: false, name: 'Food' })).name).toBe('Food')
    await desk.client.issues.links.delete({ issue_id, link_id })
    expect((await update({ is_acyclic: true })).is_acyclic).toBe(true)
  })

  test('and that is shared keeps it for the links of any tenant', async () => {
    const { id: issue_link_type_id, key } = await newType(root)
    await link(key)
    expect(await refusal(root.issueLinkTypes.update({ issue_link_type_id }, { is_acyclic: true }))).toEqual(
      IN_USE,
    )
  })
})
