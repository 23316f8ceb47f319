import { describe, expect, test } from 'vitest'
import { newKey, openDesk, refusal, useDesk } from './desk.ts'

const desk = useDesk()
const invalid = (...errors: string[]) => [422, 'validation_failed', errors]

const first = async <R extends { id: string }>(list: Promise<R[]>): Promise<R> => {
  const [found] = await list
  if (!found) throw new Error('the seeds hold it')
  return found
}

describe('type, priority and status of an issue', () => {
  test('are named by key or id, in the member of either name', async () => {
    const { client } = desk
    const type = await first(client.issueTypes.list({ key: ['incident'] }))
    const high = await first(client.issuePriorities.list({ key: ['high'] }))
    const started = await first(client.issueStatuses.list({ key: ['in_progress'] }))
    const named = { issue_type: 'incident', priority: 'high' }
    expect(await desk.newIssue({ issue_type_id: type.id, priority_id: high.id })).toMatchObject(named)
    expect(await desk.newIssue({ issue_type: type.id.toLowerCase(), priority_id: 'high' })).toMatchObject(
      named,
    )
    const issue = await desk.newIssue({ issue_type: 'incident', issue_type_id: type.id })
    const params = { issue_id: issue.id }
    expect(await client.issues.update(params, { priority_id: high.id })).toMatchObject({ priority: 'high' })
    expect(await client.issues.update(params, { status_id: started.id })).toMatchObject({
      status: 'in_progress',
      status_id: started.id,
    })
  })

  test('are not named twice by different records', async () => {
    const high = await first(desk.client.issuePriorities.list({ key: ['high'] }))
    const create = desk.newIssue({ priority: 'low', priority_id: high.id })
    expect(await refusal(create)).toEqual(invalid('/priority_id not_allowed_value'))
  })

  test('change with one of two members, where the other is sent as it was read', async () => {
    const { client } = desk
    const high = await first(client.issuePriorities.list({ key: ['high'] }))
    const low = await first(client.issuePriorities.list({ key: ['low'] }))
    const issue = await desk.newIssue({ priority: 'low' })
    const change = (body: object) => client.issues.update({ issue_id: issue.id }, body)
    const { status_id, priority_id, priority } = issue
    expect(await change({ status: 'in_progress', status_id })).toMatchObject({ status: 'in_progress' })
    expect(await change({ priority: 'high', priority_id })).toMatchObject({ priority: 'high' })
    expect(await change({ priority: 'high', priority_id: low.id })).toMatchObject({ priority })
    expect(await change({ priority: 'low', priority_id: low.id })).toMatchObject({ priority_id: low.id })
    expect(await refusal(change({ priority: 'medium', priority_id: high.id }))).toEqual(
      invalid('/priority_id not_allowed_value'),
    )
  })

  test('are answered with what there is, where nothing is of the name', async () => {
    expect(await refusal(desk.newIssue({ issue_type: 'Incident' }))).toEqual(
      invalid('/issue_type not_allowed_value'),
    )
    expect(await refusal(desk.newIssue({ priority: 'High' }))).toEqual(invalid('/priority not_allowed_value'))
  })

  test("are not another tenant's", async () => {
    const other = await openDesk(desk.service)
    const { id, key } = await other.client.issuePriorities.create({ key: newKey(), name: 'Theirs' })
    const errors = invalid('/priority_id reference_not_found')
    expect(await refusal(desk.newIssue({ priority_id: id }))).toEqual(errors)
    expect(await refusal(desk.newIssue({ priority_id: key }))).toEqual(errors)
  })
})

test.each(['to_status', 'to_status_id', 'status', 'status_id'])(
  'a transition names the status that it enters in %s, by key or id',
  async (member) => {
    const { id } = await first(desk.client.issueStatuses.list({ key: ['in_progress'] }))
    for (const value of ['in_progress', id]) {
      const { id: issue_id } = await desk.newIssue()
      const moved = desk.client.issues.transition({ issue_id }, { [member]: value })
      expect(await moved).toMatchObject({ status: 'in_progress' })
    }
  },
)

test('a link names its type by key or id, in the member of either name', async () => {
  const blocks = await first(desk.client.issueLinkTypes.list({ key: ['blocks'] }))
  for (const named of [{ link_type: 'blocks' }, { link_type: blocks.id }, { link_type_id: blocks.id }]) {
    const [one, two] = [await desk.newIssue(), await desk.newIssue()]
    const create = desk.client.issues.links.create(
      { issue_id: one.id },
      { linked_issue_id: two.id, ...named },
    )
    expect(await create).toMatchObject({ link_type: 'blocks', link_type_id: blocks.id })
  }
})

describe('a repair that is made as an issue', () => {
  const newAsset = async () => {
    const { client } = desk
    const model = await client.assetModels.create({ name: newKey(), tracking_type: 'countable' })
    return (await client.assets.create({ model_id: model.id, name: 'Lamp', quantity: 3 })).id
  }

  test('names its asset, and stands in the shared project of repairs', async () => {
    const asset_id = await newAsset()
    const issue = await desk.newIssue({ issue_type: 'repair', asset_id })
    expect(issue).toMatchObject({ asset_ids: [asset_id], key: expect.stringMatching(/^REP-\d+$/) })
    const [repair] = await desk.client.assetRepairs.list({ asset_id: [asset_id] })
    expect(repair).toMatchObject({ issue_id: issue.id, asset_id })
    const other = await desk.client.assetRepairs.create({ asset_id, title: 'Bulb' })
    expect(other.project_id).toBe(issue.project_id)
  })

  test('names one that is there, and other issues none', async () => {
    const [asset_id, other] = [await newAsset(), await newAsset()]
    const create = (body: object) => refusal(desk.newIssue(body))
    expect(await create({ issue_type: 'repair', asset_id: desk.tenantId })).toEqual(
      invalid('/asset_id reference_not_found'),
    )
    expect(await create({ issue_type: 'repair', asset_id, asset_ids: [other] })).toEqual(
      invalid('/asset_ids not_allowed_value'),
    )
    expect(await create({ issue_type: 'task', asset_id })).toEqual(invalid('/asset_id not_allowed_value'))
  })
})
