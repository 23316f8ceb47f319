import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '../service.ts'
import { createTenant } from '../world.ts'
import { countedClient } from './counted-client.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const DEVICES = 1_200
const SLICE = 400
/** Rows of the export that the service rejects, with the invalid member. */
const faulty = new Map([
  [3, 'name'],
  [90, 'serial_number'],
  [201, 'model_id'],
  [399, 'location_id'],
  [400, 'purchase_date'],
  [401, 'purchase_cost'],
  [555, 'currency'],
  [650, 'quantity'],
  [777, 'asset_tag'],
  [800, 'warranty_end_date'],
  [901, 'no_such_column'],
  [1_000, 'model_id'],
  [1_111, 'name'],
  [1_199, 'location_id'],
])

/** An invalid value for each member. */
const wrong: Readonly<Record<string, string>> = {
  name: '',
  serial_number: '',
  model_id: 'jamf:no-such-model',
  location_id: 'sis:no-such-room',
  purchase_date: '31.12.2025',
  purchase_cost: '-1',
  currency: 'euro',
  quantity: '0',
  asset_tag: '',
  warranty_end_date: '2026-02-30',
  no_such_column: 'x',
}

/** The export of the device management, as CSV: its own ids, and the ids that the other systems use. */
function table(): string {
  const rows = Array.from({ length: DEVICES }, (_, at) =>
    [
      at,
      `Laptop ${at}`,
      `T-${String(at).padStart(5, '0')}`,
      `SN-${at}`,
      `jamf:model-${at % 3}`,
      `sis:room-${at % 4}`,
    ].join(),
  )
  return ['id,name,tag,serial,model,room', ...rows].join('\n')
}

interface Device {
  readonly op: 'upsert'
  readonly external_id: string
  readonly body: {
    model_id: string
    name: string
    asset_tag: string
    serial_number: string
    location_id: string
  }
}

/** A row of the table as an item of a bulk request. */
const itemsOf = (csv: string): Device[] =>
  csv
    .split('\n')
    .slice(1)
    .map((line) => {
      const [id, name = '', asset_tag = '', serial_number = '', model_id = '', location_id = ''] =
        line.split(',')
      return {
        op: 'upsert',
        external_id: `jamf:${id}`,
        body: { model_id, name, asset_tag, serial_number, location_id },
      }
    })

const slicesOf = <T>(items: readonly T[]) =>
  Array.from({ length: Math.ceil(items.length / SLICE) }, (_, at) =>
    items.slice(at * SLICE, (at + 1) * SLICE),
  )

test('1,200 devices come in from another system twice, and are worked with', async () => {
  const owner = await service.signUp()
  const tenantId = await createTenant(service, { owners: [owner] })
  const { client, calls } = countedClient(service, owner.token, tenantId)
  const auditRows = async () => {
    const [row] = await service.database.sql.begin(async (sql) => {
      await sql`select commonhold_select_tenant(${tenantId})`
      return sql<
        { count: number }[]
      >`select count(*)::int as count from audit_log where tenant_id = ${tenantId}`
    })
    return row?.count
  }
  await client.assetModels.bulk({
    mode: 'atomic',
    items: [0, 1, 2].map((at) => ({
      op: 'upsert' as const,
      external_id: `jamf:model-${at}`,
      body: { name: `ThinkPad T${at}`, tracking_type: 'serialized' as const },
    })),
  })
  const [type] = await client.locationTypes.list({ limit: 1 })
  await client.locations.bulk({
    mode: 'atomic',
    items: [0, 1, 2, 3].map((at) => ({
      op: 'upsert' as const,
      external_id: `sis:room-${at}`,
      body: { name: `Room ${at}`, type_id: type?.id ?? '' },
    })),
  })

  const devices = itemsOf(table())
  for (const items of slicesOf(devices)) {
    const { succeeded, failed, results } = await client.assets.bulk({ mode: 'each', items })
    expect([succeeded, failed, results.every(({ status }) => status === 201)]).toEqual([SLICE, 0, true])
  }
  const audited = await auditRows()
  for (const items of slicesOf(devices)) {
    const { succeeded, failed, results } = await client.assets.bulk({ mode: 'atomic', items })
    expect([succeeded, failed]).toEqual([SLICE, 0])
    expect(results.every(({ status, version }) => status === 200 && version === 1)).toBe(true)
  }
  expect(await auditRows()).toBe(audited)
  expect(await client.assets.summary.list({ group_by: ['status'] })).toEqual([
    { status: 'active', count: DEVICES },
  ])

  const broken = devices.map((device, at) => {
    const member = faulty.get(at)
    return member === undefined ? device : { ...device, body: { ...device.body, [member]: wrong[member] } }
  })
  const found: [number, string][] = []
  for (const [at, items] of slicesOf(broken).entries()) {
    const { results } = await client.assets.bulk({ mode: 'each', items })
    for (const { index, problem } of results)
      if (problem) found.push([at * SLICE + index, problem.errors?.[0]?.pointer ?? ''])
  }
  expect(found).toEqual([...faulty].map(([at, member]) => [at, `/${member}`]))

  const [person] = [await client.persons.create({ identity: { first_name: 'Kim', last_name: 'Okafor' } })]
  const [first] = await client.assets.list({ external_id: ['jamf:0'] })
  if (!first) throw new Error('the first device is missing')
  await client.assetAssignments.create({ asset_id: first.id, person_id: person.id, start_date: '2026-01-01' })
  await client.assetRepairs.create({ asset_id: first.id, title: 'The screen is broken' })

  const before = calls()
  const page = await client.assets.list({
    limit: 100,
    sort: ['asset_tag'],
    include: ['model', 'person', 'location'],
  })
  expect(calls() - before).toBe(1)
  expect(page).toHaveLength(100)
  expect(page[0]).toMatchObject({
    id: first.id,
    in_repair: true,
    model: { name: 'ThinkPad T0' },
    person: { name: 'Kim Okafor' },
    location: { name: 'Room 0' },
  })
  expect(await client.codes.get({ code: 'T-00000' })).toEqual([
    { type: 'asset', id: first.id, name: 'Laptop 0', matched_by: 'asset_tag' },
  ])
  expect(await client.codes.get({ code: 'jamf:0' })).toEqual([
    { type: 'asset', id: first.id, name: 'Laptop 0', matched_by: 'external_id' },
  ])
})
