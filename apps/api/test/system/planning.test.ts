import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '../service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('no table of tenants gathers how many rows each has, since reads are planned for none', async () => {
  const kept = await service.database.sql`
    select attrelid::regclass::text as name from pg_attribute join pg_class c on c.oid = attrelid
     where attname = 'tenant_id' and c.relkind in ('r', 'p') and c.relforcerowsecurity and attstattarget is distinct from 0`
  expect(kept.map(({ name }) => name)).toEqual([])
})
