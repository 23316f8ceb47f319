import { type Collection, contract } from '@commonhold/contract'
import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identityStore } from '../src/census/identities.store.ts'
import { personStore } from '../src/census/persons.store.ts'
import { schoolStore } from '../src/education/schools.store.ts'
import { locationStore } from '../src/locations/locations.store.ts'
import type { ReadContext } from '../src/store/context.ts'
import { readPage } from '../src/store/listing.ts'
import type { Store } from '../src/store/store.ts'
import { ExplainingReader } from './explain.ts'
import { showOwnerEverything } from './generated/database-view.ts'
import { startService, type TestService, type TestUser } from './service.ts'
import { createTenant } from './world.ts'

let service: TestService
let owner: TestUser
let tenantId: string
beforeAll(async () => {
  service = await startService()
  owner = await service.signUp()
  tenantId = await createTenant(service, { owners: [owner] })
})
afterAll(() => service.stop())

/** Names in the order that people expect. */
const names = [
  '_b',
  '12 bells',
  '2 bells',
  'alpha',
  'Alpha',
  'arg',
  'Ärger',
  'argil',
  'élan',
  'zeta',
  'Zeta',
  'Ωmega',
]

test('names come as people sort them, accents and case at their place, page by page in both directions', async () => {
  const { schools } = service.as(owner.token, tenantId)
  for (const name of names.toSorted()) await schools.create({ name })
  const walked = async (sort: string) => {
    const found: string[] = []
    for await (const { name } of schools.list.all({ sort: [sort], limit: 2 })) found.push(name)
    return found
  }
  expect(await walked('name')).toEqual(names)
  expect(await walked('-name')).toEqual(names.toReversed())
  expect((await schools.list({ name: ['Ärger', 'alpha'], sort: ['name'] })).map(({ name }) => name)).toEqual([
    'alpha',
    'Ärger',
  ])
})

describe('lists by name are read in the order of an index', () => {
  const ROWS = 2_000
  const LIMIT = 50

  beforeAll(async () => {
    const { sql } = service.database
    await showOwnerEverything(sql)
    const rows = `from generate_series(1, ${ROWS}) n`
    const name = "chr(97 + n % 26) || case n % 3 when 0 then 'ä' when 1 then 'A' else 'a' end || n"
    await sql.begin(async (tx) => {
      await tx.unsafe(`select commonhold_select_tenant('${tenantId}')`)
      await tx.unsafe(`insert into schools (id, name) select 's' || n, ${name} ${rows}`)
      await tx.unsafe(`insert into locations (id, name, type_id, address)
           select 'l' || n, ${name}, (select min(id) from location_types), '{}' ${rows}`)
      await tx.unsafe(`insert into persons (id, display_name) select 'p' || n, ${name} ${rows}`)
      await tx.unsafe(
        `insert into identities (id, person_id, first_name, last_name) select 'i' || n, 'p' || n, 'Ada', ${name} ${rows}`,
      )
    })
    await sql`analyze`
  })

  const cases: readonly [string, Store<PgTable>, Collection][] = [
    ['name', locationStore as unknown as Store<PgTable>, contract.locations.list.collection],
    ['name', schoolStore as unknown as Store<PgTable>, contract.schools.list.collection],
    ['display_name', personStore as unknown as Store<PgTable>, contract.persons.list.collection],
    ['last_name', identityStore as unknown as Store<PgTable>, contract.identities.list.collection],
  ]

  test.each(cases)('by %s', async (field, store, collection) => {
    for (const sort of [field, `-${field}`]) {
      const reader = new ExplainingReader(service.database.sql, tenantId, owner.id)
      const context = { reader, authorized: async () => ({ tenantId, projectId: null }) }
      // A list reads nothing else from its context.
      const listed = (cursor?: string) =>
        readPage<PgTable, Record<string, SQL.Aliased>>(store, context as unknown as ReadContext, collection, {
          sort: [sort],
          limit: LIMIT,
          ...(cursor === undefined ? {} : { cursor }),
        })
      const { nextCursor } = await listed()
      const { rows } = await listed(nextCursor)
      expect(rows).toHaveLength(LIMIT)
      expect([sort, reader.read < 5 * LIMIT]).toEqual([sort, true])
    }
  })
})
