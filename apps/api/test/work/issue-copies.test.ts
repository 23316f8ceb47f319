import { describe, expect, test } from 'vitest'
import { newKey, refusal, useDesk } from './desk.ts'

const desk = useDesk()

const sharedWorkflow = async (key: string) => {
  const [found] = await desk.client.issueWorkflows.list({ key: [key] })
  if (!found) throw new Error(`no workflow ${key}`)
  return found
}

describe('a copy of a workflow', () => {
  test('is the tenant’s own, with the statuses and transitions of the shared one', async () => {
    const { client } = desk
    const shared = await sharedWorkflow('incident')
    const copy = await client.issueWorkflows.clone({ issue_workflow_id: shared.id })
    expect(copy).toMatchObject({
      name: 'Copy of Incident',
      key: 'copy_of_incident',
      is_shared: false,
      is_default: false,
      is_active: true,
      tenant_id: desk.tenantId,
    })
    const parts = async (workflow_id: string) => {
      const statuses = await client.issueWorkflowStatuses.list({ workflow_id: [workflow_id] })
      const transitions = await client.issueWorkflowTransitions.list({ workflow_id: [workflow_id] })
      return {
        statuses: statuses.map(({ status_id, is_initial, position }) => [status_id, is_initial, position]),
        transitions: transitions.map(
          ({ id: _, workflow_id: __, version: ___, created_at: ____, updated_at: _____, ...row }) => ({
            ...row,
            tenant_id: '',
            is_shared: false,
            created_by: null,
          }),
        ),
      }
    }
    expect(await parts(copy.id)).toEqual(await parts(shared.id))
    const second = await client.issueWorkflows.clone({ issue_workflow_id: shared.id })
    expect([second.name, second.key]).toEqual(['Copy of Incident', 'copy_of_incident_2'])
  })

  test('moves issues as the other does', async () => {
    const { client } = desk
    const shared = await sharedWorkflow('incident')
    const { id: workflow_id } = await client.issueWorkflows.clone({ issue_workflow_id: shared.id })
    const key = newKey()
    await client.issueTypes.create({ key, name: 'Outage', subtype: 'incident', workflow_id })
    const { id: issue_id, status } = await desk.newIssue({ issue_type: key })
    expect(status).toBe('new')
    const moved = await client.issues.transition({ issue_id }, { to_status: 'in_progress' })
    expect(moved.status).toBe('in_progress')
  })

  test('has a key made from the name that it is given', async () => {
    const { id: issue_workflow_id } = await sharedWorkflow('incident')
    const named = () => desk.client.issueWorkflows.clone({ issue_workflow_id }, { name: 'Straße' })
    expect([(await named()).key, (await named()).key]).toEqual(['strasse', 'strasse_2'])
  })

  test('has the key that it is given, and no other record’s', async () => {
    const { id: issue_workflow_id } = await sharedWorkflow('task')
    const key = newKey()
    expect((await desk.client.issueWorkflows.clone({ issue_workflow_id }, { key })).key).toBe(key)
    expect(await refusal(desk.client.issueWorkflows.clone({ issue_workflow_id }, { key }))).toEqual([
      409,
      'already_exists',
    ])
  })

  test('opens no transition to everybody that was for groups which the tenant lacks', async () => {
    const { client, service } = desk
    const { id: issue_workflow_id } = await client.issueWorkflows.create({ key: newKey(), name: 'Guarded' })
    const status = async () =>
      (await client.issueStatuses.create({ key: newKey(), name: 'S', category: 'started' })).id
    const [one, two] = [await status(), await status()]
    for (const status_id of [one, two])
      await client.issueWorkflowStatuses.create({ workflow_id: issue_workflow_id, status_id })
    const { id: group } = await client.groups.create({ name: newKey() })
    const { id } = await client.issueWorkflowTransitions.create({
      workflow_id: issue_workflow_id,
      key: newKey(),
      name: 'Guarded',
      from_status_id: one,
      to_status_id: two,
      allowed_group_ids: [group],
    })
    const copied = async () => {
      const copy = await client.issueWorkflows.clone({ issue_workflow_id })
      const [transition] = await client.issueWorkflowTransitions.list({ workflow_id: [copy.id] })
      return [transition?.allowed_group_ids, transition?.is_active]
    }
    expect(await copied()).toEqual([[group], true])
    // Sets a group that the caller's tenant does not have, as in a workflow of another tenant.
    await service.database.sql.begin(async (sql) => {
      await sql`select set_config('app.tenant_id', ${desk.tenantId}, true), set_config('app.tenants', ${`{${desk.tenantId}}`}, true)`
      await sql`update issue_workflow_transitions set allowed_group_ids = array['01K0000000000000000000ZZZZ'] where id = ${id}`
    })
    expect(await copied()).toEqual([[], false])
  })
})

test('a copy of a screen has the fields of the other', async () => {
  const { client } = desk
  const [shared] = await client.issueScreens.list({ key: ['resolve'] })
  const screen = await client.issueScreens.clone({ issue_screen_id: shared?.id ?? '' })
  expect([screen.name, screen.key, screen.is_shared]).toEqual(['Copy of Resolve', 'copy_of_resolve', false])
  const fields = async (screen_id: string) =>
    (await client.issueScreenFields.list({ screen_id: [screen_id] })).map(({ field_id, position }) => [
      field_id,
      position,
    ])
  expect(await fields(screen.id)).toEqual(await fields(shared?.id ?? ''))
  expect((await fields(screen.id)).length).toBe(2)
})

test('copies leave out what is not active any more', async () => {
  const { client } = desk
  const { id: field_id } = await client.issueFields.create({ key: newKey(), name: 'Room', type: 'text' })
  const { id: issue_screen_id } = await client.issueScreens.create({ key: newKey(), name: 'Rooms' })
  await client.issueScreenFields.create({ screen_id: issue_screen_id, field_id })
  await client.issueFields.update({ issue_field_id: field_id }, { is_active: false })
  const copy = await client.issueScreens.clone({ issue_screen_id })
  expect(await client.issueScreenFields.list({ screen_id: [copy.id] })).toEqual([])
})

test('a copy that no type uses is deleted with its statuses and transitions', async () => {
  const { client } = desk
  const shared = await sharedWorkflow('incident')
  const copy = await client.issueWorkflows.clone({ issue_workflow_id: shared.id })
  const key = newKey()
  const type = await client.issueTypes.create({
    key,
    name: 'Uses it',
    subtype: 'incident',
    workflow_id: copy.id,
  })
  const remove = () => client.issueWorkflows.delete({ issue_workflow_id: copy.id })
  expect(await refusal(remove())).toEqual([409, 'dependent_item_exists'])
  const statuses = () => client.issueWorkflowStatuses.list({ workflow_id: [copy.id] })
  expect((await statuses()).length).toBeGreaterThan(3)
  await client.issueTypes.delete({ issue_type_id: type.id })
  await remove()
  expect(await statuses()).toEqual([])
})
