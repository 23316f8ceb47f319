import { describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { addToGroup, archivePerson, createPerson, createProject } from '../world.ts'
import { newKey, openDesk, problemOf, refusal, useDesk } from './desk.ts'

const desk = useDesk()

/** The status of a refusal and its error places, sorted. */
const places = async (call: Promise<unknown>) => {
  const refused = await refusal(call)
  if (!Array.isArray(refused)) throw new Error('it was not refused')
  const [status, , fieldErrors] = refused as [number, string, string[]]
  return [status, ...fieldErrors.toSorted()]
}

const unknown = (...members: string[]) => members.map((member) => `/${member} reference_not_found`)

describe('all errors of a body are reported together', () => {
  const nobody = newId()
  const names = {
    project_id: nobody,
    reporter_id: nobody,
    assignee_id: nobody,
    assignee_group_id: nobody,
    parent_id: nobody,
    asset_ids: [nobody],
    configuration_item_ids: [nobody],
  }
  const unnamed = unknown(
    'asset_ids/0',
    'assignee_group_id',
    'assignee_id',
    'configuration_item_ids/0',
    'parent_id',
    'project_id',
    'reporter_id',
  )
  const late = { opened_at: '2999-01-01T00:00:00Z' }
  const tooLate = '/opened_at out_of_range'

  test.each([
    [
      'with a type that there is not',
      {
        ...names,
        ...late,
        issue_type: 'bogus',
        priority: 'bogus',
        details: { problem_id: nobody, requester_person_id: nobody },
      },
      [
        ...unnamed,
        ...unknown('details/problem_id', 'details/requester_person_id'),
        '/issue_type not_allowed_value',
        tooLate,
        '/priority not_allowed_value',
      ],
    ],
    [
      'with a status and a priority that there are not',
      {
        ...names,
        ...late,
        issue_type: 'incident',
        priority: 'bogus',
        status: 'bogus',
        custom_fields: { nonsense: 1 },
        details: { problem_id: nobody, risk: 'low' as const },
      },
      [
        ...unnamed,
        '/custom_fields/nonsense unknown_field',
        ...unknown('details/problem_id'),
        '/details/risk unknown_field',
        tooLate,
        '/priority not_allowed_value',
        '/status not_allowed_value',
      ],
    ],
  ])('%s', async (_, body, fieldErrors) => {
    const expected = [422, ...fieldErrors.toSorted()]
    expect(await places(desk.newIssue(body))).toEqual(expected)
    const { id: issue_id } = await desk.newIssue({ issue_type: 'incident' })
    expect(await places(desk.client.issues.update({ issue_id }, body))).toEqual(expected)
    expect(await desk.client.issues.get({ issue_id })).toMatchObject({ version: 1 })
  })

  test('of a move with what the move lacks', async () => {
    const { id: issue_id } = await desk.newIssue({ issue_type: 'incident', status: 'in_progress' })
    const fields = { assignee_id: nobody, labels: [], custom_fields: { nonsense: 1 } }
    const resolve = desk.client.issues.transition({ issue_id }, { to_status: 'resolved', fields })
    expect(await places(resolve)).toEqual([
      422,
      '/fields/assignee_id reference_not_found',
      '/fields/custom_fields/nonsense unknown_field',
      '/fields/details/resolution_notes required',
    ])
  })

  test('and what did not change is not looked at', async () => {
    const bob = await desk.member(['issues:read', 'issues:write'])
    const { id: issue_id } = await desk.newIssue({ assignee_id: bob.id })
    await desk.service.database
      .sql`update users set status = 'deactivated', deactivated_at = now() where id = ${bob.id}`
    const update = (body: object) => desk.client.issues.update({ issue_id }, { assignee_id: bob.id, ...body })
    expect(await update({ title: 'Another' })).toMatchObject({ assignee_id: bob.id, title: 'Another' })
    expect(await places(update({ priority: 'bogus' }))).toEqual([422, '/priority not_allowed_value'])
  })
})

describe('who is out of use', () => {
  /** A member and a person, and a function that retires both. */
  async function people() {
    const bob = await desk.member(['issues:read', 'issues:write'])
    const person = await createPerson(desk.service, desk.tenantId)
    const retire = async () => {
      await desk.service.database
        .sql`update users set status = 'deactivated', deactivated_at = now() where id = ${bob.id}`
      await archivePerson(desk.service, desk.tenantId, person)
    }
    return { bob: bob.id, person, retire }
  }
  const archived = (...members: string[]) => [
    422,
    'validation_failed',
    members.map((member) => `/${member} reference_archived`),
  ]

  test('is not named anew in details, and stays where named before', async () => {
    const { bob, person, retire } = await people()
    const issue_type = 'service_request'
    const details = {
      requester_person_id: person,
      requested_for_person_id: person,
      approver_ids: [desk.owner.id, bob],
    }
    const { id: issue_id } = await desk.newIssue({ issue_type, details })
    await retire()
    const fieldError = archived(
      'details/approver_ids/1',
      'details/requester_person_id',
      'details/requested_for_person_id',
    )
    expect(await refusal(desk.newIssue({ issue_type, details }))).toEqual(fieldError)
    const other = await desk.newIssue({ issue_type })
    expect(await refusal(desk.client.issues.update({ issue_id: other.id }, { details }))).toEqual(fieldError)
    const update = (changed: object) => desk.client.issues.update({ issue_id }, { details: changed })
    expect(await update({ ...details, approver_ids: [bob], origin: 'mail' })).toMatchObject({
      details: { approver_ids: [bob], origin: 'mail', requester_person_id: person },
    })
    await update({ requester_person_id: null })
    expect(await refusal(update({ requester_person_id: person }))).toEqual(
      archived('details/requester_person_id'),
    )
  })

  test('is not named anew in custom fields, and stays where named before', async () => {
    const { bob, person, retire } = await people()
    const [keeper, guest] = [newKey(), newKey()]
    await desk.client.issueFields.create({ key: keeper, name: 'Keeper', type: 'user' })
    await desk.client.issueFields.create({ key: guest, name: 'Guest', type: 'person' })
    const custom_fields = { [keeper]: bob, [guest]: person }
    const { id: issue_id } = await desk.newIssue({ custom_fields })
    await retire()
    expect(await refusal(desk.newIssue({ custom_fields }))).toEqual(
      archived(`custom_fields/${keeper}`, `custom_fields/${guest}`),
    )
    const same = await desk.client.issues.update({ issue_id }, { custom_fields, title: 'Another' })
    expect(same).toMatchObject({ title: 'Another', custom_fields })
  })
})

test.each([
  ['change', 'planned_start_at', 'planned_end_at'],
  ['change', 'actual_start_at', 'actual_end_at'],
  ['incident', 'detected_at', 'restored_at'],
])('no %s has its %s after its %s', async (issue_type, start, end) => {
  const [early, late] = ['2026-05-01T10:00:00+02:00', '2026-05-01T09:00:00Z']
  const turned = { [start]: late, [end]: early }
  expect(await places(desk.newIssue({ issue_type, details: turned }))).toEqual([
    422,
    `/details/${end} out_of_range`,
  ])
  const { id: issue_id } = await desk.newIssue({ issue_type, details: { [start]: early, [end]: early } })
  const change = (details: object) => desk.client.issues.update({ issue_id }, { details })
  expect(await places(change({ [start]: late }))).toEqual([422, `/details/${start} out_of_range`])
  expect(await change({ [start]: late, [end]: null })).toMatchObject({ details: { [end]: null } })
})

test('records that details name are named once', async () => {
  const { id: issue_id } = await desk.newIssue({ issue_type: 'change' })
  const approver_ids = [desk.owner.id, desk.owner.id.toLowerCase(), desk.owner.id]
  const { details } = await desk.client.issues.update({ issue_id }, { details: { approver_ids } })
  expect(details).toMatchObject({ approver_ids: [desk.owner.id] })
})

describe('an error says what to send', () => {
  const detailOf = async (call: Promise<unknown>) => (await problemOf(call))?.detail
  const errorsOf = async (call: Promise<unknown>) =>
    (await problemOf(call))?.errors?.map(({ pointer, code, message }) => [pointer, code, message])
  // Members that a body may not have are sent in spite of the types.
  const misspelt = (body: object) => body as never

  test('of an issue that names no project, where the permission is limited to projects', async () => {
    const near = await createProject(desk.service, desk.tenantId)
    const bob = await desk.member(['issues:read', 'issues:write'], near)
    for (const issue_type of ['incident', undefined])
      expect(await detailOf(bob.client.issues.create({ title: 'Help', issue_type }))).toBe(
        'The permission is limited to projects. Send one of them as project_id: GET /me/projects lists them.',
      )
    expect(await bob.client.issues.create({ title: 'Help', project_id: near })).toMatchObject({
      project_id: near,
    })
  })

  test('of a member that is misspelt, or stands in another one', async () => {
    const { id: issue_id } = await desk.newIssue({ issue_type: 'incident' })
    const meant = (name: string) => `there is no such member; did you mean ${name}?`
    for (const call of [
      desk.client.issues.create(misspelt({ title: 'Help', titel: 'Help' })),
      desk.client.issues.update({ issue_id }, misspelt({ titel: 'Help' })),
    ])
      expect(await errorsOf(call)).toEqual([['/titel', 'unknown_field', meant('title')]])
    expect(
      await errorsOf(desk.client.issues.update({ issue_id }, misspelt({ resolution_notes: 'New hinge' }))),
    ).toEqual([['/resolution_notes', 'unknown_field', meant('details.resolution_notes')]])
    expect(
      await errorsOf(
        desk.client.issues.transition(
          { issue_id },
          { to_status: 'in_progress', fields: misspelt({ resolution_notes: 'New hinge' }) },
        ),
      ),
    ).toEqual([['/fields/resolution_notes', 'unknown_field', meant('details.resolution_notes')]])
  })

  test('of a link without a type', async () => {
    const [{ id: issue_id }, { id: linked_issue_id }] = [await desk.newIssue(), await desk.newIssue()]
    expect(await errorsOf(desk.client.issues.links.create({ issue_id }, { linked_issue_id }))).toEqual([
      ['/link_type', 'required', expect.stringMatching(/^is required: one of relates_to, blocks, /)],
    ])
  })

  test('of an issue that names no type, where the default is not used in the project', async () => {
    const { client, newIssue, service, tenantId } = await openDesk(desk.service)
    const project_id = await createProject(service, tenantId)
    const [task] = await client.issueTypes.list({ key: ['task'] })
    await client.issueTypes.update({ issue_type_id: task?.id ?? '' }, { project_ids: [project_id] })
    expect(await errorsOf(newIssue())).toEqual([
      [
        '/issue_type',
        'required',
        expect.stringMatching(/^no default type is in use in the project; name one of .*incident/),
      ],
    ])
    expect(await newIssue({ project_id })).toMatchObject({ issue_type: 'task' })
  })

  test('of another default tenant than the default project has', async () => {
    const other = await openDesk(desk.service)
    const { client, owner, service, tenantId } = await openDesk(desk.service)
    await addToGroup(service, other.tenantId, 'users', owner)
    const default_project_id = await createProject(service, tenantId)
    await client.me.preferences.update({ default_tenant_id: tenantId, default_project_id })
    expect(await errorsOf(client.me.preferences.update({ default_tenant_id: other.tenantId }))).toEqual([
      [
        '/default_project_id',
        'required',
        'the default project is not in that tenant; send default_project_id, too: a project of the tenant, or null',
      ],
    ])
  })
})
