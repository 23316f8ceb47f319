import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { createProject } from '../world.ts'
import { useWorlds } from './worlds.ts'

const worlds = useWorlds()
const models = { serialized: '', countable: '', others: '' }
beforeAll(async () => {
  const { mine, other } = worlds
  const make = async (world: typeof mine, tracking_type: 'serialized' | 'countable') =>
    (await world.client.assetModels.create({ name: world.unique(), tracking_type })).id
  models.serialized = await make(mine, 'serialized')
  models.countable = await make(mine, 'countable')
  models.others = await make(other, 'serialized')
})

/** Inserts an asset into the table without any handler. Members that are not given are valid. */
async function insert(members: Readonly<Record<string, unknown>>): Promise<void> {
  const row = {
    id: newId(),
    model_id: models.serialized,
    tracking_type: 'serialized',
    name: 'an asset',
    asset_tag: newId(),
    serial_number: newId(),
    ...members,
  }
  await worlds.service.database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${worlds.mine.tenantId})`
    await sql`insert into assets ${sql(row)}`
  })
}

const usedId = newId()

const wrong: readonly [string, () => Record<string, unknown>, string][] = [
  [
    'serialized without a serial number',
    () => ({ serial_number: null }),
    'assets__serial_number__serial_number_required',
  ],
  ['two of a serialized one', () => ({ quantity: 2 }), 'assets__quantity__quantity_must_be_one'],
  [
    'countable with a serial number',
    () => ({ model_id: models.countable, tracking_type: 'countable' }),
    'assets__serial_number__serial_number_not_allowed',
  ],
  [
    'none in stock',
    () => ({ model_id: models.countable, tracking_type: 'countable', serial_number: null, quantity: 0 }),
    'assets__quantity__out_of_range',
  ],
  [
    'more than a million',
    () => ({
      model_id: models.countable,
      tracking_type: 'countable',
      serial_number: null,
      quantity: 1_000_001,
    }),
    'assets__quantity__out_of_range',
  ],
  [
    'tracked in another way than its model',
    () => ({ tracking_type: 'countable', serial_number: null }),
    'assets__model_id__reference',
  ],
  ['of no model', () => ({ model_id: newId() }), 'assets__model_id__reference'],
  ['of no project', () => ({ project_id: newId() }), 'assets__project_id__reference'],
  ['in an unknown state', () => ({ status: 'broken' }), 'assets__status__not_allowed_value'],
  ['archived without a time', () => ({ status: 'archived' }), 'assets__archived_at__not_allowed_value'],
  [
    'active with a time of archiving',
    () => ({ archived_at: '2024-01-01T00:00:00Z' }),
    'assets__archived_at__not_allowed_value',
  ],
  [
    'disposed of in an unknown way',
    () => ({ disposal_method: 'burnt' }),
    'assets__disposal_method__not_allowed_value',
  ],
  ['with a label that is taken', () => ({ asset_tag: usedId }), 'assets__asset_tag__unique'],
  [
    'with a serial number that is used, in the other case',
    () => ({ serial_number: usedId.toLowerCase() }),
    'assets__serial_number__unique',
  ],
]

test.each(wrong)('the database refuses an asset %s', async (_, members, constraint) => {
  if (/taken/.test(_)) await insert({ asset_tag: usedId, serial_number: usedId }).catch(() => {})
  await expect(insert(members())).rejects.toMatchObject({ constraint_name: constraint })
})

test('the database accepts an asset that is right', async () => {
  await insert({ project_id: await createProject(worlds.service, worlds.mine.tenantId) })
  await insert({
    model_id: models.countable,
    tracking_type: 'countable',
    serial_number: null,
    quantity: 1_000_000,
  })
})
