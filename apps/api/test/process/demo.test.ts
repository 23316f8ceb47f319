import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, emailOf, type Role } from '../../demo/accounts.ts'
import { backdate } from '../../demo/backdate.ts'
import { fillDistrict } from '../../demo/fill.ts'
import { startService, type TestService } from '../service.ts'

const ANCHOR = '2026-11-20'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const fill = (name: string) =>
  fillDistrict(
    service.address,
    { name, anchor: ANCHOR, scale: 0.01 },
    { report: () => {}, settle: (tenantId) => backdate(service.database.sql, tenantId) },
  )

const clientOf = async (role: Role, slug: string, tenantId: string) => {
  const { access_token } = await service.anonymous.auth.createToken({
    email: emailOf(role, slug),
    password: DEMO_PASSWORD,
  })
  return service.as(access_token, tenantId)
}

/** The data that the owner of a district sees, without values that differ between tenants. */
async function look(slug: string, tenantId: string) {
  const client = await clientOf('owner', slug, tenantId)
  const [persons, assets, issues] = await Promise.all([
    client.identities.list({ limit: 500 }),
    client.assets.list({ limit: 500, sort: ['asset_tag'] }),
    client.issues.list({ limit: 500, sort: ['opened_at'] }),
  ])
  return {
    persons: persons.map(({ first_name, last_name }) => `${last_name}, ${first_name}`).toSorted(),
    assets: assets.map(({ asset_tag, name, serial_number, status, person_id, expected_return_date }) => ({
      asset_tag,
      name,
      serial_number,
      status,
      isAssigned: person_id !== null,
      expected_return_date,
    })),
    issues: issues.map(({ key, title, status, priority, opened_at, comment_count, assignee_id, labels }) => ({
      key,
      title,
      status,
      priority,
      opened_at,
      comment_count,
      isAssigned: assignee_id !== null,
      labels,
    })),
  }
}

test('the demo makes the same district each time, once, with its history in the past', async () => {
  const first = await fill('First District')
  const second = await fill('Second District')
  if (!first.isNew || !second.isNew) throw new Error('a district was there')
  expect(first.counts).toEqual({ schools: 3, people: 13, devices: 9, stocks: 2, issues: 40 })
  const visible = await look('first-district', first.tenantId)
  expect(await look('second-district', second.tenantId)).toEqual(visible)
  expect(visible.persons).toHaveLength(13)
  expect(visible.assets).toHaveLength(11)
  expect(visible.issues).toHaveLength(40)

  expect(await fill('First District')).toEqual({ isNew: false, tenantId: first.tenantId, isWhole: true })
  expect(await look('first-district', first.tenantId)).toEqual(visible)

  const client = await clientOf('owner', 'first-district', first.tenantId)
  const kinds = new Set((await client.issues.list({ limit: 500 })).map(({ details }) => details.subtype))
  expect(kinds.size).toBe(7)
  for await (const issue of client.issues.list.all()) {
    const { id: issue_id, opened_at, created_at, updated_at, closed_at } = issue
    expect(Math.abs(Date.parse(created_at) - Date.parse(opened_at))).toBeLessThan(60_000)
    expect([opened_at, updated_at, closed_at ?? updated_at].toSorted()[0]).toBe(opened_at)
    const history = await client.issues.history.list({ issue_id })
    const times = history.map((entry) => entry.created_at)
    expect(times).toEqual(times.toSorted())
    const latest = [...times, updated_at, closed_at ?? '', JSON.stringify(history)].join()
    expect(latest).not.toContain(new Date().toISOString().slice(0, 10))
    expect([ANCHOR, updated_at.slice(0, 10)].toSorted().at(-1)).toBe(ANCHOR)
  }

  const auditor = await clientOf('auditor', 'first-district', first.tenantId)
  const { permissions } = await auditor.me.permissions.get()
  expect(permissions).toContain('audit:read')
  expect(permissions.filter((permission) => !permission.endsWith(':read'))).toEqual([])
  expect(await auditor.issues.list({ limit: 500 })).toHaveLength(40)
})

test('the tables of a demo are as safe after it as before', async () => {
  const unforced = await service.database.sql<{ relname: string }[]>`
    select relname from pg_class where relrowsecurity and not relforcerowsecurity and relkind in ('r', 'p')
       and not relispartition
     order by relname`
  expect(unforced.map(({ relname }) => relname)).toEqual([
    'api_keys',
    'issue_texts',
    'webhook_deliveries',
    'webhook_endpoints',
  ])
})

test('a district that was left unfinished does not count as a whole one', async () => {
  const interrupted = fillDistrict(
    service.address,
    { name: 'Third District', anchor: ANCHOR, scale: 0.01 },
    {
      report: () => {
        throw new Error('interrupted')
      },
      settle: () => Promise.resolve(),
    },
  )
  await expect(interrupted).rejects.toThrow('interrupted')
  expect(await fill('Third District')).toMatchObject({ isNew: false, isWhole: false })
})
