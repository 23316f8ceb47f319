import { expect, test } from 'vitest'
import { startUntilWaiting } from '../waiting.ts'
import { newKey, refusal, useDesk } from './desk.ts'

const desk = useDesk()

const named = () => ({ key: newKey(), name: 'Something' })

/** A type with a single transition, which has a screen with a field, requires another field, and sets a third. */
async function newMove() {
  const { id: workflow_id } = await desk.client.issueWorkflows.create(named())
  const add = async () => {
    const { id: status_id } = await desk.client.issueStatuses.create({ ...named(), category: 'started' })
    await desk.client.issueWorkflowStatuses.create({ workflow_id, status_id })
    return status_id
  }
  const [from_status_id, to_status_id] = [await add(), await add()]
  const newField = () => desk.client.issueFields.create({ ...named(), type: 'text' })
  const [placed, required, set] = [await newField(), await newField(), await newField()]
  const { id: screen_id } = await desk.client.issueScreens.create(named())
  await desk.client.issueScreenFields.create({ screen_id, field_id: placed.id, is_required: true })
  const transition = await desk.client.issueWorkflowTransitions.create({
    ...named(),
    workflow_id,
    from_status_id,
    to_status_id,
    screen_id,
    required_fields: [required.key],
    set_fields: { [set.path]: 'set' },
  })
  const { key: issue_type } = await desk.client.issueTypes.create({ ...named(), workflow_id })
  const { id: issue_id } = await desk.newIssue({ issue_type })
  const requested = async () => {
    const [move] = await desk.client.issues.transitions.list({ issue_id })
    return { keys: move?.fields.map(({ key }) => key), required: move?.required_fields }
  }
  const make = () => refusal(desk.client.issues.transition({ issue_id }, { transition_id: transition.id }))
  const retire = (field: { id: string }) =>
    desk.client.issueFields.update({ issue_field_id: field.id }, { is_active: false })
  return { transition, issue_id, screen_id, placed, required, set, requested, make, retire }
}

test('a move requests what its screen and its rules name', async () => {
  const { requested, make, placed, required } = await newMove()
  expect(await requested()).toEqual({ keys: [placed.key, required.key], required: [required.key] })
  expect(await make()).toEqual([
    422,
    'validation_failed',
    [`/fields/custom_fields/${required.key} required`, `/fields/custom_fields/${placed.key} required`],
  ])
})

test('a field that the screen only shows is listed as such, and is not written', async () => {
  const { transition, screen_id, placed, required, issue_id } = await newMove()
  const { id: field_id, key } = await desk.client.issueFields.create({ ...named(), type: 'text' })
  await desk.client.issueScreenFields.create({ screen_id, field_id, is_read_only: true })
  const [move] = await desk.client.issues.transitions.list({ issue_id })
  expect(Object.fromEntries(move?.fields.map((field) => [field.key, field.is_read_only]) ?? [])).toEqual({
    [placed.key]: false,
    [key]: true,
    [required.key]: false,
  })
  const custom_fields = { [placed.key]: 'a', [required.key]: 'b', [key]: 'c' }
  expect(
    await refusal(
      desk.client.issues.transition(
        { issue_id },
        { transition_id: transition.id, fields: { custom_fields } },
      ),
    ),
  ).toEqual([422, 'validation_failed', [`/fields/custom_fields/${key} read_only`]])
})

test('a screen that is out of use requests nothing', async () => {
  const { requested, make, screen_id, required } = await newMove()
  await desk.client.issueScreens.update({ issue_screen_id: screen_id }, { is_active: false })
  expect(await requested()).toEqual({ keys: [required.key], required: [required.key] })
  expect(await make()).toEqual([422, 'validation_failed', [`/fields/custom_fields/${required.key} required`]])
})

test('fields that are out of use are neither requested nor set, and hinder no move', async () => {
  const { requested, make, retire, placed, required, set } = await newMove()
  for (const field of [placed, required, set]) await retire(field)
  expect(await requested()).toEqual({ keys: [], required: [] })
  expect(await make()).toMatchObject({ custom_fields: {} })
})

test('nor are fields that issues of the type do not have', async () => {
  const { requested, make, placed, required, set } = await newMove()
  const [other] = await desk.client.issueTypes.list({ key: ['incident'] })
  for (const { id: issue_field_id } of [placed, required, set])
    await desk.client.issueFields.update({ issue_field_id }, { issue_type_ids: [other?.id ?? ''] })
  expect(await requested()).toEqual({ keys: [], required: [] })
  expect(await make()).toMatchObject({ custom_fields: {} })
})

test('a change of a transition waits for changes of its workflow', async () => {
  const { transition } = await newMove()
  const { id: issue_workflow_transition_id, workflow_id } = transition
  const { sql } = desk.service.database
  const { answer, isOver } = await sql.begin(async (other) => {
    await other`select commonhold_select_tenant(${desk.tenantId})`
    await other`select from issue_workflows where id = ${workflow_id} for no key update`
    return startUntilWaiting(sql, () =>
      refusal(
        desk.client.issueWorkflowTransitions.update({ issue_workflow_transition_id }, { name: 'Renamed' }),
      ),
    )
  })
  expect(isOver).toBe(false)
  expect(await answer).toMatchObject({ name: 'Renamed' })
})
