import { contract, createClient } from '@commonhold/contract'
import { expect, test } from 'vitest'
import { startProcess } from './child.ts'
import { emptyDatabase } from './gate.ts'

test('as behind a pooler in transaction mode: no prepared statement, and the role in each transaction', async () => {
  const gate = await emptyDatabase()
  await gate.open()
  const baseUrl = await startProcess({
    DATABASE_URL: gate.url,
    DATABASE_DIRECT_URL: gate.url,
    DATABASE_PREPARE: 'off',
  }).ready
  const account = { email: 'ada@example.org', password: 'a password for tests' }
  const { access_token: token } = await createClient(contract, { baseUrl }).me.signUp(account)
  const client = createClient(contract, { baseUrl, token })
  const model = await client.assetModels.create({ name: 'Cable', tracking_type: 'countable' })
  const asset = await client.assets.create({ model_id: model.id, name: 'Cables' })
  expect(await client.assets.get({ asset_id: asset.id })).toEqual(asset)
  expect((await client.assets.list({})).map(({ id }) => id)).toEqual([asset.id])
  expect(await client.assets.markLost({ asset_id: asset.id })).toMatchObject({ id: asset.id, version: 2 })
})
