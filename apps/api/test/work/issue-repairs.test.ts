import { expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { newKey, refusal, useDesk } from './desk.ts'

const desk = useDesk()

async function newAsset() {
  const model = await desk.client.assetModels.create({ name: newId(), tracking_type: 'serialized' })
  return desk.client.assets.create({ model_id: model.id, name: 'Laptop', serial_number: newId() })
}

test('an issue that is a repair is made with its repair, and can be closed', async () => {
  const asset = await newAsset()
  const { id: issue_id } = await desk.newIssue({ issue_type: 'repair', asset_ids: [asset.id] })
  const [repair] = await desk.client.assetRepairs.list({ asset_id: [asset.id] })
  expect(repair).toMatchObject({ issue_id, repair_type: 'repair', status: 'new', outcome: null })
  expect((await desk.client.assets.get({ asset_id: asset.id })).in_repair).toBe(true)
  await desk.client.assetRepairs.update({ repair_id: repair?.id ?? '' }, { outcome: 'repaired' })
  for (const status of ['in_progress', 'resolved', 'closed'])
    await desk.client.issues.update({ issue_id }, { status, details: { resolution_notes: 'New hinge' } })
  expect((await desk.client.assets.get({ asset_id: asset.id })).in_repair).toBe(false)
})

test('a repair is about one asset that can be repaired, or is not made', async () => {
  const [one, other, gone] = [await newAsset(), await newAsset(), await newAsset()]
  await desk.client.assets.dispose({ asset_id: gone.id }, { disposal_method: 'recycling' })
  const before = (await desk.client.issues.list({ issue_type: ['repair'] })).length
  for (const [asset_ids, answer] of [
    [[], [422, 'validation_failed', ['/asset_id required']]],
    [
      [one.id, other.id],
      [422, 'validation_failed', ['/asset_ids too_long']],
    ],
    [[newId()], [422, 'validation_failed', ['/asset_ids/0 reference_not_found']]],
    [[gone.id], [409, 'asset_not_active']],
  ] as const)
    expect(await refusal(desk.newIssue({ issue_type: 'repair', asset_ids: [...asset_ids] }))).toEqual(answer)
  expect(await desk.client.issues.list({ issue_type: ['repair'] })).toHaveLength(before)
})

test('a repair is given the custom fields that its issue needs', async () => {
  const asset_id = (await newAsset()).id
  const field = { key: newKey(), name: 'Cost centre', type: 'text', is_required: true } as const
  const { id: issue_field_id } = await desk.client.issueFields.create(field)
  const custom_fields = { [field.key]: 'Mathematics' }
  expect(await refusal(desk.client.assetRepairs.create({ asset_id, title: 'Hinge' }))).toEqual([
    422,
    'validation_failed',
    [`/custom_fields/${field.key} required`],
  ])
  const { issue_id } = await desk.client.assetRepairs.create({ asset_id, title: 'Hinge', custom_fields })
  expect((await desk.client.issues.get({ issue_id })).custom_fields).toEqual(custom_fields)
  await desk.client.issueFields.update({ issue_field_id }, { is_required: false })
})

test('a repair stays one, and other issues do not become one', async () => {
  const asset = await newAsset()
  const repair = await desk.newIssue({ issue_type: 'repair', asset_ids: [asset.id] })
  const task = await desk.newIssue()
  for (const [issue_id, issue_type] of [
    [repair.id, 'task'],
    [task.id, 'repair'],
  ] as const)
    expect(await refusal(desk.client.issues.update({ issue_id }, { issue_type }))).toEqual([
      422,
      'validation_failed',
      ['/issue_type not_allowed_value'],
    ])
})
