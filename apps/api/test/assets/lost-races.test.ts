import { afterAll, beforeAll, expect, test } from 'vitest'
import { startUntilWaiting } from '../waiting.ts'
import { type CustodyWorld, errorsIn, newName, openCustody, refusal } from './custody-world.ts'

let world: CustodyWorld
beforeAll(async () => {
  world = await openCustody()
})
afterAll(() => world.service.stop())

test('an asset whose model is deleted while it is made is refused as naming none', async () => {
  const { client, service, tenantId } = world
  await world.serialized()
  const model = await client.assetModels.create({ name: newName(), tracking_type: 'serialized' })
  const labels = await service.database.sql.reserve()
  await labels`begin`
  await labels`select commonhold_select_tenant(${tenantId})`
  await labels`select from counters where tenant_id = ${tenantId} for update`
  // The request has read the model, and waits for the next label.
  const { answer, isOver } = await startUntilWaiting(service.database.sql, () =>
    client.assets.create.safe({ model_id: model.id, name: newName(), serial_number: newName() }),
  )
  await client.assetModels.delete({ asset_model_id: model.id })
  await labels`rollback`
  labels.release()
  expect(isOver).toBe(false)
  expect(errorsIn(await answer)).toEqual(['/model_id reference_not_found'])
})

test('a relationship whose ends are deleted meanwhile is refused for the end that is gone', async () => {
  const { client, service } = world
  const item = async () => (await client.configurationItems.create({ name: newName() })).id
  for (const relationship_type of ['runs_on', 'runs'] as const)
    for (const isPath of [true, false]) {
      const [ci_id, target_id] = [await item(), await item()]
      const deleting = await service.database.sql.reserve()
      await deleting`begin`
      await deleting`select commonhold_select_tenant(${world.tenantId})`
      await deleting`delete from configuration_items where id = ${isPath ? ci_id : target_id}`
      const { answer } = await startUntilWaiting(service.database.sql, () =>
        client.configurationItems.relationships.create.safe({ ci_id }, { target_id, relationship_type }),
      )
      await deleting`commit`
      deleting.release()
      const problem = refusal(await answer)
      expect([problem.status, ...(problem.errors ?? []).map(({ pointer }) => pointer)]).toEqual(
        isPath ? [404] : [422, '/target_id'],
      )
    }
})
