import { describe, expect, test } from 'vitest'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { addToGroup } from '../world.ts'
import { newKey, refusal, useDesk } from './desk.ts'

const desk = useDesk()

const historyOf = (issue_id: string) => desk.client.issues.history.list({ issue_id }, { sort: ['id'] })

/** The labels of each member and of its values in the last entry. */
async function lastWords(issue_id: string) {
  const entry = (await historyOf(issue_id)).at(-1)
  return Object.fromEntries(
    (entry?.changes ?? []).map(({ field, label, from_label, to_label }) => [
      field,
      [label, from_label, to_label],
    ]),
  )
}

test('values of the tenant’s own fields are recorded with their labels of that time', async () => {
  const { client } = desk
  const place = await client.locations.create({
    name: 'Library',
    type_id: (await client.locationTypes.list())[0]?.id ?? '',
  })
  const person = await client.persons.create({ identity: { first_name: 'Ada', last_name: 'Byron' } })
  const model = await client.assetModels.create({ name: newKey(), tracking_type: 'countable' })
  const asset = await client.assets.create({ name: 'Beamer', model_id: model.id })
  const item = await client.configurationItems.create({ name: 'Mail' })
  const group = await client.groups.create({ name: 'Porters' })
  const other = await desk.newIssue()
  const bob = await desk.member(['issues:read'])
  await bob.client.users.update({ user_id: bob.id }, { display_name: 'Bob' })
  const option = (key: string, label: string) => ({ key, label, color: null, position: 1, is_active: true })
  const options = [option('n', 'North wing'), option('s', 'South wing')]
  const cases = [
    ['select', 'n', 'North wing', { options }],
    ['multi_select', ['s', 'n'], 'South wing, North wing', { options }],
    ['user', bob.id, 'Bob'],
    ['group', group.id, 'Porters'],
    ['person', person.id, person.display_name],
    ['asset', asset.id, 'Beamer'],
    ['configuration_item', item.id, 'Mail'],
    ['location', place.id, 'Library'],
    ['issue', other.id, other.key],
    ['text', 'n', 'n'],
  ] as const
  const keys = await Promise.all(
    cases.map(async ([type, , , more = {}]) => {
      const { key } = await client.issueFields.create({ key: newKey(), name: `A ${type}`, type, ...more })
      return key
    }),
  )
  const custom_fields = Object.fromEntries(cases.map(([, value], at) => [keys[at], value]))
  const { id: issue_id } = await desk.newIssue({ custom_fields })
  const words = await lastWords(issue_id)
  for (const [at, [type, , label]] of cases.entries())
    expect(words[`custom_fields.${keys[at]}`], type).toEqual([`A ${type}`, null, label])
  await client.locations.update({ location_id: place.id }, { name: 'Closed' })
  expect(await lastWords(issue_id)).toEqual(words)
})

test('records and codes in details are recorded by their names', async () => {
  const { client } = desk
  const bob = await desk.member(['issues:read', 'issues:write'])
  await bob.client.users.update({ user_id: bob.id }, { display_name: 'Bob' })
  const asker = await client.persons.create({ identity: { first_name: 'Alan', last_name: 'Turing' } })
  const { id: issue_id } = await desk.newIssue({ issue_type: 'service_request' })
  const details = {
    requester_person_id: asker.id,
    requested_for_person_id: asker.id,
    approver_ids: [bob.id],
    on_hold_reason: 'awaiting_vendor' as const,
  }
  await client.issues.update({ issue_id }, { details })
  const words = await lastWords(issue_id)
  expect(words['details.requester_person_id']).toEqual(['Requester person', null, asker.display_name])
  expect(words['details.requested_for_person_id']?.[2]).toBe(asker.display_name)
  expect(words['details.approver_ids']?.[2]).toBe('Bob')
  expect(words['details.on_hold_reason']?.[2]).toBe('Awaiting vendor')
})

test('any write of an issue says why', async () => {
  const { issues } = desk.client
  const { id: issue_id } = await desk.newIssue({ change_message: 'Asked for' })
  await issues.update({ issue_id }, { title: 'Better', change_message: 'Clearer' })
  await issues.transition({ issue_id }, { to_status: 'in_progress', change_message: 'Begun' })
  await issues.archive({ issue_id }, { change_message: 'Put away', reason: 'Old', notes: 'For now' })
  await issues.restore({ issue_id }, { reason: 'Needed' })
  await issues.delete({ issue_id }, { change_message: 'Twice there' })
  expect((await historyOf(issue_id)).map(({ action, message }) => [action, message])).toEqual([
    ['created', 'Asked for'],
    ['updated', 'Clearer'],
    ['transitioned', 'Begun'],
    ['archived', 'Put away'],
    ['restored', 'Needed'],
    ['deleted', 'Twice there'],
  ])
})

test('so does a write of a repair', async () => {
  const { client } = desk
  const model = await client.assetModels.create({ name: newKey(), tracking_type: 'countable' })
  const { id: asset_id } = await client.assets.create({ name: 'Beamer', model_id: model.id })
  const repair = await client.assetRepairs.create({ asset_id, title: 'Dark', change_message: 'Seen today' })
  const body = { title: 'Too dark', vendor: 'Lamps & Co', change_message: 'Looked again' }
  await client.assetRepairs.update({ repair_id: repair.id }, body)
  const history = await historyOf(repair.issue_id)
  expect(history.map(({ message }) => message)).toEqual(['Seen today', 'Looked again'])
})

test('who made a change goes by the name of that time', async () => {
  const bob = await desk.member(['issues:read', 'issues:write'])
  const { id: issue_id } = await desk.newIssue()
  const rename = (display_name: string) => bob.client.users.update({ user_id: bob.id }, { display_name })
  await rename('Bob Miller')
  await bob.client.issues.update({ issue_id }, { title: 'By Miller' })
  await rename('Bob Smith')
  await bob.client.issues.update({ issue_id }, { title: 'By Smith' })
  const names = (await historyOf(issue_id)).map(({ actor }) => actor?.display_name)
  expect(names.slice(1)).toEqual(['Bob Miller', 'Bob Smith'])
})

describe('a change of the configuration', () => {
  const named = () => ({ key: newKey(), name: newKey() })
  /** A status that two issues have. */
  async function statusInUse(category: 'unstarted' | 'completed') {
    const { client } = desk
    const status = await client.issueStatuses.create({ ...named(), category })
    const { id: workflow_id } = await client.issueWorkflows.create(named())
    await client.issueWorkflowStatuses.create({ workflow_id, status_id: status.id })
    const { key: issue_type } = await client.issueTypes.create({ ...named(), subtype: 'task', workflow_id })
    const issues = [await desk.newIssue({ issue_type }), await desk.newIssue({ issue_type })]
    return { status, issues }
  }

  test('of a status is recorded in the history of its issues, which get a new version', async () => {
    const { status, issues } = await statusInUse('unstarted')
    await desk.client.issueStatuses.update(
      { issue_status_id: status.id },
      { category: 'started', name: 'Going' },
    )
    for (const { id: issue_id, version } of issues) {
      const issue = await desk.client.issues.get({ issue_id })
      expect(issue).toMatchObject({ status_category: 'started', version: version + 1 })
      const [entry, ...more] = (await historyOf(issue_id)).slice(1)
      expect([entry?.action, entry?.actor?.id, more]).toEqual(['updated', desk.owner.id, []])
      expect(entry?.changes).toEqual([
        {
          field: 'status_category',
          label: 'Status category',
          from: 'unstarted',
          from_label: 'Unstarted',
          to: 'started',
          to_label: 'Started',
          is_cut: false,
        },
      ])
      const [activity] = await desk.client.issues.activity.list({ issue_id })
      expect(activity).toMatchObject({
        type: 'field_changed',
        data: { field: 'status_category', from: 'unstarted', to: 'started' },
      })
    }
    const found = await desk.client.issues.list({ status_category: ['started'], status: [status.key] })
    expect(found.map(({ id }) => id).sort()).toEqual(issues.map(({ id }) => id).sort())
    const { version } = await desk.client.issueStatuses.get({ issue_status_id: status.id })
    expect(version).toBe(status.version + 1)
  })

  test('goes well while issues come into the status', async () => {
    const { status, issues } = await statusInUse('unstarted')
    const { client } = desk
    const issue_type = issues[0]?.issue_type
    const flip = (category: 'started' | 'backlog') =>
      client.issueStatuses.update({ issue_status_id: status.id }, { category })
    for (let round = 0; round < 4; round += 1)
      await Promise.all([
        flip(round % 2 === 0 ? 'started' : 'backlog'),
        ...issues.map(({ id: issue_id }) => client.issues.update({ issue_id }, { title: `Round ${round}` })),
        refusal(desk.newIssue({ issue_type })),
        refusal(desk.newIssue({ issue_type })),
      ])
    const { category } = await client.issueStatuses.get({ issue_status_id: status.id })
    const listed = await client.issues.list({ status: [status.key] })
    expect(new Set(listed.map(({ status_category }) => status_category))).toEqual(new Set([category]))
    for (const { id: issue_id, version } of listed) expect(await historyOf(issue_id)).toHaveLength(version)
  })

  test('between closed categories says when work was completed', async () => {
    const { status, issues } = await statusInUse('completed')
    const issue_id = issues[0]?.id ?? ''
    const change = async (category: 'cancelled' | 'completed') => {
      await desk.client.issueStatuses.update({ issue_status_id: status.id }, { category })
      return desk.client.issues.get({ issue_id })
    }
    const { closed_at } = await desk.client.issues.get({ issue_id })
    expect(await change('cancelled')).toMatchObject({ resolved_at: null, closed_at, is_closed: true })
    expect(await change('completed')).toMatchObject({ resolved_at: closed_at, closed_at, is_closed: true })
    expect((await lastWords(issue_id)).resolved_at).toEqual(['Resolved at', null, closed_at])
  })

  test('of the level of a priority, too', async () => {
    const { client } = desk
    const priority = await client.issuePriorities.create({ ...named(), level: 40 })
    const { id: issue_id, version } = await desk.newIssue({ priority: priority.key })
    await client.issuePriorities.update({ issue_priority_id: priority.id }, { level: 2 })
    expect(await client.issues.get({ issue_id })).toMatchObject({ priority_level: 2, version: version + 1 })
    expect((await lastWords(issue_id)).priority_level).toEqual(['Priority level', '40', '2'])
    expect(await historyOf(issue_id)).toHaveLength(2)
    const [kept] = await client.issuePriorities.list({ key: [priority.key] })
    expect([kept?.level, kept?.version]).toEqual([2, priority.version + 1])
  })

  test('that would reach issues of other tenants is refused', async () => {
    const operator = await desk.service.signUp()
    await addToGroup(desk.service, ROOT_TENANT_ID, 'owners', operator)
    const root = desk.service.as(operator.token, ROOT_TENANT_ID)
    const priority = await root.issuePriorities.create({ ...named(), level: 40 })
    const { id: issue_id } = await desk.newIssue({ priority: priority.key })
    const change = root.issuePriorities.update({ issue_priority_id: priority.id }, { level: 2 })
    expect(await refusal(change)).toEqual([409, 'dependent_item_exists'])
    expect(await desk.client.issues.get({ issue_id })).toMatchObject({ priority_level: 40, version: 1 })
  })

  test('that would reach thousands of issues is refused', async () => {
    const { status, issues } = await statusInUse('unstarted')
    const columns = `issue_type_id, issue_type, subtype, workflow_id, status_id, status, status_category,
      priority_id, priority, priority_level, project_id, title`
    await desk.service.database.sql.begin(async (sql) => {
      await sql`select commonhold_select_tenant(${desk.tenantId})`
      await sql.unsafe(
        `insert into issues (id, number, key, ${columns})
         select substr(id, 1, 20) || lpad(n::text, 6, '0'), 100000 + n, 'SD-' || (100000 + n), ${columns}
           from issues, generate_series(1, 2000) n where id = $1`,
        [issues[0]?.id ?? ''],
      )
    })
    const change = desk.client.issueStatuses.update({ issue_status_id: status.id }, { category: 'started' })
    expect(await refusal(change)).toEqual([409, 'dependent_item_exists'])
  })
})
