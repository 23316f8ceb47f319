import { operationGroups, resolutionCodes, unwrittenMembers } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import { createProject } from '../world.ts'
import { type Desk, newKey, openDesk, problemOf, refusal, useDesk } from './desk.ts'

const desk = useDesk()

async function newAsset() {
  const { client } = desk
  const { id: model_id } = await client.assetModels.create({ name: newKey(), tracking_type: 'serialized' })
  return (await client.assets.create({ model_id, name: 'Beamer', serial_number: newKey() })).id
}

describe('a field that a transition requests', () => {
  test.each([
    ['incident', resolutionCodes.incident],
    ['service_request', resolutionCodes.service_request],
  ])('offers the resolution codes of a %s', async (issue_type, codes) => {
    const { id: issue_id } = await desk.newIssue({ issue_type, status: 'in_progress' })
    const transitions = await desk.client.issues.transitions.list({ issue_id })
    const offered = transitions
      .flatMap(({ fields }) => fields)
      .filter(({ path }) => path === 'details.resolution_code')
      .map(({ options }) => options.map(({ key }) => key))
    expect(offered).toContainEqual(codes)
    expect(new Set(offered.map(String)).size).toBe(1)
  })

  test.each([
    ['known_problem', 'assess', 'settle', ['resolution_code', 'resolution_notes']],
    ['incident', 'resolved', 'close', ['resolution_notes']],
    ['incident', 'in_progress', 'hold', ['on_hold_reason']],
    ['service_request', 'new', 'request_approval', ['approver_ids']],
    ['task', 'in_progress', 'hold', []],
    ['repair', 'in_progress', 'resolve', ['repair_outcome', 'resolution_notes']],
    ['repair', 'resolved', 'close', ['resolution_notes']],
    ['post_incident_analysis', 'review', 'finish', ['root_cause']],
  ])('is listed if the new status requires it: a %s in %s, to %s', async (issue_type, status, key, keys) => {
    const { id: incident } = await desk.newIssue({ issue_type: 'incident' })
    const more = {
      repair: { asset_ids: [await newAsset()], details: { outcome: 'repaired' } },
      post_incident_analysis: { details: { incident_ids: [incident] } },
    }
    const { id: issue_id } = await desk.newIssue({ issue_type, status, ...more[issue_type as 'repair'] })
    const moves = await desk.client.issues.transitions.list({ issue_id })
    const move = moves.find((one) => one.key === key)
    expect(move?.required_fields.toSorted()).toEqual(keys)
    const required = move?.fields.filter(({ is_required }) => is_required).map((field) => field.key)
    expect(required?.toSorted()).toEqual(keys)
  })

  test('offers the type that the issue has, and the priorities in use, own and shared', async () => {
    const { client, newIssue } = await openDesk(desk.service)
    await client.issuePriorities.create({ key: 'later', name: 'Later', level: 80, color: '#112233' })
    await client.issuePriorities.create({ key: 'someday', name: 'Some day', level: 90, is_active: false })
    const screen = await client.issueScreens.create({ key: 'planning', name: 'Planning' })
    for (const { id: field_id } of await client.issueFields.list({ key: ['priority', 'issue_type'] }))
      await client.issueScreenFields.create({ screen_id: screen.id, field_id })
    const [todo, doing] = [
      await client.issueStatuses.create({ key: 'waiting', name: 'Waiting', category: 'unstarted' }),
      await client.issueStatuses.create({ key: 'doing', name: 'Doing', category: 'started' }),
    ]
    const { id: workflow_id } = await client.issueWorkflows.create({ key: 'plan', name: 'Plan' })
    for (const { id: status_id } of [todo, doing])
      await client.issueWorkflowStatuses.create({ workflow_id, status_id })
    await client.issueWorkflowTransitions.create({
      workflow_id,
      key: 'begin',
      name: 'Begin',
      from_status_id: todo.id,
      to_status_id: doing.id,
      screen_id: screen.id,
    })
    const type = await client.issueTypes.create({
      key: 'plan',
      name: 'Plan',
      subtype: 'task',
      hierarchy_level: 0,
      color: '#445566',
      workflow_id,
    })
    const { id: issue_id } = await newIssue({ issue_type: type.key })
    const [begin] = await client.issues.transitions.list({ issue_id })
    const offered = (path: string) => begin?.fields.find((field) => field.path === path)?.options ?? []
    expect(offered('issue_type')).toEqual([
      { key: 'plan', label: 'Plan', color: '#445566', position: type.position, is_active: true },
    ])
    const options = offered('priority')
    expect(options.map(({ key }) => key).sort()).toEqual(['critical', 'high', 'later', 'low', 'medium'])
    expect(options.find(({ key }) => key === 'later')).toMatchObject({ label: 'Later', color: '#112233' })
    for (const { key } of options)
      expect((await client.issues.update({ issue_id }, { priority: key })).priority).toBe(key)
  })
})

test('members of the issue that `fields` does not write are rejected as read-only', async () => {
  const { id: issue_id } = await desk.newIssue()
  // A problem lists at most twenty errors.
  const names = ['nonsense', ...unwrittenMembers(operationGroups.issues.update)].slice(0, 20)
  const body = { to_status: 'in_progress', fields: Object.fromEntries(names.map((name) => [name, null])) }
  const refused = await problemOf(desk.client.issues.transition({ issue_id }, body))
  const codes = new Map(refused?.errors?.map(({ pointer, code }) => [pointer, code]))
  expect(codes.get('/fields/created_at')).toBe('read_only')
  expect(codes.get('/fields/nonsense')).toBe('unknown_field')
  expect([...codes.values()].filter((code) => code !== 'read_only')).toHaveLength(1)
})

describe('a transition that requires more than issues:write', () => {
  const worker = ['issues:read', 'issues:write']

  /** An issue whose only transition has these rules. */
  async function guarded(rules: object) {
    const { client } = desk
    const [from, to] = [
      await client.issueStatuses.create({ key: newKey(), name: 'Before', category: 'unstarted' }),
      await client.issueStatuses.create({ key: newKey(), name: 'After', category: 'started' }),
    ]
    const { id: workflow_id } = await client.issueWorkflows.create({ key: newKey(), name: 'Guarded' })
    for (const { id: status_id } of [from, to])
      await client.issueWorkflowStatuses.create({ workflow_id, status_id })
    const ends = { from_status_id: from.id, to_status_id: to.id }
    await client.issueWorkflowTransitions.create({ workflow_id, key: 'go', name: 'Go', ...ends, ...rules })
    const type = { key: newKey(), name: 'Guarded', subtype: 'task' as const, hierarchy_level: 0, workflow_id }
    const { key: issue_type } = await client.issueTypes.create(type)
    const { id: issue_id } = await desk.newIssue({ issue_type, reporter_id: desk.owner.id })
    const perform = (by: { client: Desk['client'] }) =>
      problemOf(by.client.issues.transition({ issue_id }, { to_status: to.key }))
    return { issue_id, perform }
  }

  test.each([
    ['issues:delete', 'issues:manage'],
    ['issues:manage', 'issues:delete'],
  ] as const)('of %s is for its holders, and %s is no substitute', async (required_permission, other) => {
    const { issue_id, perform } = await guarded({ required_permission })
    const eve = await desk.member([...worker, other])
    expect(await perform(eve)).toMatchObject({
      status: 403,
      code: 'permission_denied',
      required_permission,
      reasons: ['permission_missing'],
    })
    const shown = await eve.client.issues.transitions.list({ issue_id }, { include_unavailable: true })
    expect(shown.map(({ unavailable_reasons }) => unavailable_reasons)).toEqual([['permission_missing']])
    const bob = await desk.member([...worker, required_permission])
    expect(await bob.client.issues.transitions.list({ issue_id })).toMatchObject([{ is_available: true }])
    expect(await perform(bob)).toBeUndefined()
  })

  test('names no permission to those whom none would help', async () => {
    const { perform } = await guarded({ allowed_actors: ['reporter'] })
    const refused = await perform(await desk.member([...worker, 'issues:manage']))
    expect(refused).toMatchObject({ code: 'permission_denied', reasons: ['not_an_allowed_actor'] })
    expect(refused).not.toHaveProperty('required_permission')
  })
})

describe('a listed transition', () => {
  /** The number of available transitions, and the reasons why the others are unavailable. */
  async function summaryOf(issue_id: string, { client }: { client: Desk['client'] } = desk) {
    const available = await client.issues.transitions.list({ issue_id })
    const all = await client.issues.transitions.list({ issue_id }, { include_unavailable: true })
    return {
      available: available.length,
      reasons: [...new Set(all.flatMap(({ unavailable_reasons }) => unavailable_reasons))],
    }
  }

  test('is not available to whoever may only read the issue', async () => {
    const project_id = await createProject(desk.service, desk.tenantId)
    const { id: issue_id } = await desk.newIssue({ project_id })
    const missing = { available: 0, reasons: ['permission_missing'] }
    expect(await summaryOf(issue_id, await desk.member(['issues:read']))).toEqual(missing)
    expect(await summaryOf(issue_id, await desk.member(['issues:read'], project_id))).toEqual(missing)
    const writer = await desk.member(['issues:read', 'issues:write'], project_id)
    const { available, reasons } = await summaryOf(issue_id, writer)
    expect([available > 0, reasons]).toEqual([true, []])
  })

  test('is not available while the issue or its project is archived', async () => {
    const project_id = await createProject(desk.service, desk.tenantId)
    const { id: issue_id } = await desk.newIssue({ project_id })
    const archived = { available: 0, reasons: ['record_archived'] }
    await desk.client.issues.archive({ issue_id })
    expect(await summaryOf(issue_id)).toEqual(archived)
    await desk.client.issues.restore({ issue_id })
    expect((await summaryOf(issue_id)).reasons).toEqual([])
    await desk.client.projects.archive({ project_id })
    expect(await summaryOf(issue_id)).toEqual(archived)
    expect(await refusal(desk.client.issues.transition({ issue_id }, { to_status: 'in_progress' }))).toEqual([
      409,
      'record_archived',
    ])
  })
})
