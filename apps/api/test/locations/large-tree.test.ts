import type { ApiContract, Client, Location } from '@commonhold/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '../service.ts'
import { createTenant } from '../world.ts'

/** More than 5,000 descendants: of so many, a list reads only as many as its page needs. */
const PLACES = 5_200
const NEAR = 40
const ASSETS = 700

let service: TestService
let client: Client<ApiContract>
let headers: Record<string, string>
let site: Location
let wing: Location
/** The ids of the locations within the site, and within its wing. */
const inside = { site: new Set<string>(), wing: new Set<string>() }

/** Creates a site with a small wing and very many other locations, locations elsewhere, and assets in some of them. */
beforeAll(async () => {
  service = await startService()
  const ada = await service.signUp()
  const tenantId = await createTenant(service, { owners: [ada] })
  client = service.as(ada.token, tenantId)
  headers = { authorization: `Bearer ${ada.token}`, 'x-tenant-id': tenantId }
  const type_id = (await client.locationTypes.create({ name: 'Place' })).id
  const model_id = (await client.assetModels.create({ name: 'Lamp', tracking_type: 'countable' })).id
  site = await client.locations.create({ name: 'Site', type_id })
  wing = await client.locations.create({ name: 'Wing', type_id, parent_id: site.id })
  await service.database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    await sql`insert into locations (id, name, type_id, address, code, parent_id, archived_at)
      select '01K3' || lpad(n::text, 22, '0'), 'Place ' || md5(n::text), ${type_id}, (select address from locations where id = ${site.id}),
             case when n % 3 > 0 then 'C' || n % 50 end,
             case when n <= ${NEAR} then ${wing.id} when n <= ${PLACES} then ${site.id} end,
             case when n % 20 = 0 then now() end
        from generate_series(1, ${PLACES + 60}) n`
    await sql`insert into location_ancestors (location_id, ancestor_id, distance)
      select l.id, l.id, 0 from locations l where l.id like '01K3%'
      union all
      select l.id, a.ancestor_id, a.distance + 1 from locations l join location_ancestors a on a.location_id = l.parent_id
       where l.id like '01K3%'`
    await sql`insert into assets (id, model_id, tracking_type, name, asset_tag, quantity, location_id, last_confirmed_at)
      select '01K4' || lpad(n::text, 22, '0'), ${model_id}, 'countable', 'Lamp ' || n % 90, 'L-' || n, 1 + n % 7,
             '01K3' || lpad((1 + case when n % 2 = 0 then n % ${NEAR} else n * 7919 % ${PLACES + 60} end)::text, 22, '0'),
             case when n % 4 > 0 then now() - n % 30 * interval '1 day' end
        from generate_series(1, ${ASSETS}) n`
  })
  await service.database.sql`analyze`
  const every = await collect(client.locations.list.all({ archived: 'include', limit: 500 }))
  for (const { id, path } of every)
    for (const [name, { id: above }] of Object.entries({ site, wing }))
      if (id !== above && path.some((one) => one.id === above)) inside[name as keyof typeof inside].add(id)
})
afterAll(() => service.stop())

const collect = async <T>(rows: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = []
  for await (const row of rows) found.push(row)
  return found
}
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

const total = async (path: string) =>
  Number(
    (await fetch(`${service.address}${path}&count=true&limit=1`, { headers })).headers.get('total-count'),
  )
const ancestors = [
  ['site', () => site],
  ['wing', () => wing],
] as const

const locationQueries: readonly Parameters<Client<ApiContract>['locations']['list']>[0][] = [
  {},
  { sort: ['id'] },
  { sort: ['name'], archived: 'include' },
  { sort: ['-name'], archived: 'only' },
  { sort: ['code'] },
  { sort: ['-code', 'name'] },
  { sort: ['-created_at'] },
  { q: 'a1' },
  { code: ['C4', 'C8'], sort: ['-id'] },
  { code__is_null: true, archived: 'include' },
]

describe.each(ancestors)('within a %s of many places', (name, ancestor) => {
  test.each(locationQueries)('locations by %j are those of the whole list', async (query) => {
    const limit = name === 'wing' ? 7 : 500
    const whole = await collect(client.locations.list.all({ ...query, limit: 500 }))
    const found = await collect(client.locations.list.all({ ...query, limit, ancestor_id: ancestor().id }))
    expect(idsOf(found)).toEqual(idsOf(whole).filter((id) => inside[name].has(id)))
    expect(found.length).toBeGreaterThan(0)
  })

  test('locations are counted, whatever the page holds', async () => {
    const path = `/locations?ancestor_id=${ancestor().id}&archived=include`
    expect(await total(path)).toBe(inside[name].size)
    expect(await total(`${path}&sort=name`)).toBe(inside[name].size)
  })
})

const assetQueries: readonly Parameters<Client<ApiContract>['assets']['list']>[0][] = [
  {},
  { sort: ['id'] },
  { sort: ['name'] },
  { sort: ['-quantity', 'name'] },
  { sort: ['last_confirmed_at'] },
  { sort: ['-last_confirmed_at'] },
  { quantity__gte: 6 },
  { q: 'lamp 7', archived: 'include' },
  { status: ['active'], last_confirmed_at__is_null: true },
]

describe.each(ancestors)('at or within a %s of many places', (name, ancestor) => {
  const place = () => ({ location_id: [ancestor().id], include_descendants: true })

  test.each(assetQueries)('assets by %j are those of the whole list', async (query) => {
    const whole = await collect(client.assets.list.all({ ...query, limit: 500 }))
    const found = await collect(client.assets.list.all({ ...query, ...place(), limit: 30 }))
    const expected = whole.filter(({ location_id }) => inside[name].has(location_id ?? ''))
    expect(idsOf(found)).toEqual(idsOf(expected))
    expect(found.length).toBeGreaterThan(0)
  })

  test('assets are counted, whatever the page holds', async () => {
    const path = `/assets?location_id=${ancestor().id}&include_descendants=true`
    const all = await collect(client.assets.list.all({ ...place(), limit: 500 }))
    expect(await total(path)).toBe(all.length)
    expect(await total(`${path}&sort=name`)).toBe(all.length)
  })
})
