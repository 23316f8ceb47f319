import { describe, expect, test } from 'vitest'
import { problemOf, refusal, useDesk } from './desk.ts'

const desk = useDesk()
const invalid = (...fieldErrors: string[]) => [422, 'validation_failed', fieldErrors]

describe('what is left out when configuration is made', () => {
  test('has an obvious value', async () => {
    const { client } = desk
    expect(await client.issueStatuses.create({ name: 'Parked' })).toMatchObject({
      key: 'parked',
      category: 'unstarted',
    })
    expect((await client.issueStatuses.create({ name: 'Größe & Æsthetik' })).key).toBe('grosse_aesthetik')
    expect(await client.issueFields.create({ name: 'Room' })).toMatchObject({
      key: 'room',
      path: 'custom_fields.room',
      type: 'text',
    })
    expect(await client.issueLinkTypes.create({ name: 'Needs', is_symmetric: true })).toMatchObject({
      outward_name: 'Needs',
      inward_name: 'Needs',
    })
  })

  test('is for priorities the level after the last', async () => {
    const { issuePriorities } = desk.client
    const levels = (await issuePriorities.list()).map(({ level }) => level)
    const last = Math.max(...levels)
    expect((await issuePriorities.create({ name: 'Someday' })).level).toBe(last + 1)
    const together = await Promise.all(
      Array.from({ length: 8 }, () => issuePriorities.create({ name: 'All at once' })),
    )
    expect(together.map(({ level }) => level).sort((a, b) => a - b)).toEqual(
      together.map((_, at) => last + 2 + at),
    )
    await issuePriorities.create({ name: 'Never', level: 100 })
    expect((await issuePriorities.create({ name: 'Not even then' })).level).toBe(100)
  })

  test('is for moves a number where another of the name leaves the same status', async () => {
    const { client } = desk
    const { id: workflow_id } = await client.issueWorkflows.create({ name: 'Way' })
    const add = async (name: string) => {
      const { id: status_id } = await client.issueStatuses.create({ name })
      await client.issueWorkflowStatuses.create({ workflow_id, status_id })
      return status_id
    }
    const [here, there, beyond] = [await add('Here'), await add('There'), await add('Beyond')]
    const move = async (from_status_id: string, to_status_id: string) =>
      (
        await client.issueWorkflowTransitions.create({
          workflow_id,
          name: 'Go on',
          from_status_id,
          to_status_id,
        })
      ).key
    expect([await move(here, there), await move(there, beyond), await move(here, beyond)]).toEqual([
      'go_on',
      'go_on',
      'go_on_2',
    ])
  })
})

test('keys that are made at the same time are different, whether or not they are given', async () => {
  const { issueStatuses } = desk.client
  const given = issueStatuses.create.safe({ name: 'Rush hour', key: 'rush_hour_2' })
  const made = await Promise.all(Array.from({ length: 8 }, () => issueStatuses.create({ name: 'Rush hour' })))
  const keys = made.map(({ key }) => key)
  expect(new Set(keys).size).toBe(8)
  // The given key belongs to the transaction that locks it first.
  expect((await given).ok).toBe(!keys.includes('rush_hour_2'))
})

describe('configuration', () => {
  test('is named by key or id, in the member of either name', async () => {
    const { client } = desk
    const workflow = await client.issueWorkflows.create({ name: 'Named workflow' })
    const status = await client.issueStatuses.create({ name: 'Named status' })
    const other = await client.issueStatuses.create({ name: 'Other status' })
    const screen = await client.issueScreens.create({ name: 'Named screen' })
    const field = await client.issueFields.create({ name: 'Named field' })
    const part = { workflow_id: workflow.id, status_id: status.id }
    expect(
      await client.issueWorkflowStatuses.create({ workflow: workflow.key, status_id: status.key }),
    ).toMatchObject(part)
    await client.issueWorkflowStatuses.create({ workflow_id: workflow.key, status: other.id.toLowerCase() })
    const move = await client.issueWorkflowTransitions.create({
      workflow: workflow.id,
      name: 'Go',
      from_status: status.key,
      to_status: other.key,
      screen: screen.key,
    })
    expect(move).toMatchObject({
      from_status_id: status.id,
      to_status_id: other.id,
      screen_id: screen.id,
    })
    const params = { issue_workflow_transition_id: move.id }
    expect(await client.issueWorkflowTransitions.update(params, { screen: null })).toMatchObject({
      screen_id: null,
    })
    expect(await client.issueScreenFields.create({ screen: screen.key, field: field.key })).toMatchObject({
      screen_id: screen.id,
      field_id: field.id,
    })
    const type = await client.issueTypes.create({ name: 'Named type', workflow: workflow.key })
    expect(type.workflow_id).toBe(workflow.id)
    expect(
      await client.issueTypes.update({ issue_type_id: type.id }, { create_screen: screen.key }),
    ).toMatchObject({ create_screen_id: screen.id })
    expect(
      await client.issueFields.create({ name: 'Of one type', issue_type_ids: [type.key] }),
    ).toMatchObject({
      issue_type_ids: [type.id],
    })
  })

  test('is not named twice by different records, nor left unnamed', async () => {
    const { issueWorkflowStatuses, issueStatuses } = desk.client
    const [one, two] = [
      await issueStatuses.create({ name: 'One' }),
      await issueStatuses.create({ name: 'Two' }),
    ]
    const { key: workflow } = await desk.client.issueWorkflows.create({ name: 'Strict' })
    const create = (body: object) => refusal(issueWorkflowStatuses.create({ workflow, ...body }))
    expect(await create({ status: one.key, status_id: two.id })).toEqual(
      invalid('/status_id not_allowed_value'),
    )
    expect(await create({})).toEqual(invalid('/status_id required'))
    expect(await create({ status: 'no_such' })).toEqual(invalid('/status reference_not_found'))
    expect(await create({ status: one.key, status_id: one.id })).toMatchObject({ status_id: one.id })
  })
})

describe.each(['is_hidden', 'is_read_only'])('a required field of a screen that %s', (member) => {
  test('has a default, and new issues have it', async () => {
    const { client } = desk
    const { id: screen_id } = await client.issueScreens.create({ name: `Screen ${member}` })
    const type = await client.issueTypes.create({ name: `Type ${member}`, create_screen_id: screen_id })
    const field = await client.issueFields.create({ name: `Field ${member}` })
    const placement = { screen_id, field_id: field.id, is_required: true, [member]: true }
    const refused = await problemOf(client.issueScreenFields.create(placement))
    expect(refused?.errors).toMatchObject([{ pointer: '/is_required', code: 'not_allowed_value' }])
    expect(refused?.errors?.[0]?.message).toContain('send default_value')
    const made = await client.issueScreenFields.create({ ...placement, default_value: 'A 12' })
    expect(made).toMatchObject({ is_required: true, [member]: true, default_value: 'A 12' })
    const { custom_fields } = await desk.newIssue({ issue_type: type.key })
    expect(custom_fields).toEqual({ [field.key]: 'A 12' })
    const place = { issue_screen_field_id: made.id }
    const open = await client.issueScreenFields.update(place, { is_required: false, default_value: null })
    expect(open).toMatchObject({ is_required: false, default_value: null })
    expect(await refusal(client.issueScreenFields.update(place, { is_required: true }))).toEqual(
      invalid('/is_required not_allowed_value'),
    )
    const closed = await client.issueScreenFields.update(place, { is_required: true, default_value: 'B 1' })
    expect(closed).toMatchObject({ is_required: true, [member]: true, default_value: 'B 1' })
  })
})
