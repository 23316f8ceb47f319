import { type Collection, contract } from '@commonhold/contract'
import { getTableName, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { contactsWithIdentities, nextPlace, orderedContacts } from '../../src/census/contacts.repository.ts'
import { contactStore, workContactStore } from '../../src/census/contacts.store.ts'
import { identityStore } from '../../src/census/identities.store.ts'
import { employmentAssignmentStore } from '../../src/education/employment-assignments.store.ts'
import { schoolEmploymentStore } from '../../src/education/school-employments.store.ts'
import { schoolEnrollmentStore } from '../../src/education/school-enrollments.store.ts'
import { sharedAssignmentTypes } from '../../src/education/seeds.ts'
import type { ReadContext } from '../../src/store/context.ts'
import type { ListQuery } from '../../src/store/list.ts'
import { readPage } from '../../src/store/listing.ts'
import type { Scope } from '../../src/store/page-statements.ts'
import type { Store } from '../../src/store/store.ts'
import { ExplainingReader } from '../explain.ts'
import { showOwnerEverything } from '../generated/database-view.ts'
import type { TestUser } from '../service.ts'
import { createTenant } from '../world.ts'
import { useSchoolWorld } from './school-world.ts'

const PEOPLE = 2_000
/** The most rows that a list may read and discard: more than a page, far fewer than a tenant has. */
const FEW = 300

const world = useSchoolWorld()
const tenants: string[] = []
let owner: TestUser

/** Fills a tenant. Each person has contacts, an identity with a contact, an enrollment, and an employment with an assignment. */
async function fill(tenantId: string): Promise<void> {
  const day = "date '2025-08-01'"
  const inserts = [
    "schools (id, name) select 's' || n, 'School' from generate_series(1, 20) n",
    `school_years (id, name, start, "end") values ('y', 'Year', ${day}, date '2026-07-31')`,
    `school_calendars (id, school_id, calendar_id, name, start_date, end_date, year_start, year_end)
     select 'c' || n, 's' || n, 'y', 'Regular', ${day}, date '2026-07-31', ${day}, date '2026-07-31' from generate_series(1, 20) n`,
    `persons (id) select 'p' || n from generate_series(1, ${PEOPLE}) n`,
    "identities (id, person_id, first_name, last_name) select 'i' || substr(id, 2), id, 'Ada', 'King' from persons where tenant_id = $1",
    "contacts (id, person_id, type, value, normalized_value, sort_order) select 'k' || id, id, 'other', id, id, 0 from persons where tenant_id = $1",
    "contacts (id, person_id, type, value, normalized_value, label, sort_order, work_order) select 'l' || id, id, 'email', 'l', 'l', 'work', 1, 0 from persons where tenant_id = $1",
    "contacts (id, identity_id, type, value, normalized_value, sort_order) select 'k' || id, id, 'other', id, id, 0 from identities where tenant_id = $1",
    `school_enrollments (id, person_id, calendar_id, school_id, school_year_id, entry_date)
     select 'e' || n, 'p' || n, 'c' || 1 + n % 20, 's' || 1 + n % 20, 'y', ${day} from generate_series(1, ${PEOPLE}) n`,
    `school_enrollment_periods (id, school_enrollment_id, entry_date, entry_type) select 'd' || id, id, ${day}, 'new' from school_enrollments where tenant_id = $1`,
    `school_employments (id, person_id, school_id) select 'm' || n, 'p' || n, 's' || 1 + n % 20 from generate_series(1, ${PEOPLE}) n`,
    `school_employment_periods (id, school_employment_id, hire_date) select 'h' || id, id, ${day} from school_employments where tenant_id = $1`,
    `employment_assignments (id, school_employment_id, person_id, calendar_id, school_id, school_year_id, assignment_type_id)
     select 'a' || n, 'm' || n, 'p' || n, 'c' || 1 + n % 20, 's' || 1 + n % 20, 'y', '${sharedAssignmentTypes[0]?.id}' from generate_series(1, ${PEOPLE}) n`,
  ]
  await world.service.database.sql.begin(async (sql) => {
    await sql.unsafe(`select commonhold_select_tenant('${tenantId}')`)
    for (const insert of inserts) await sql.unsafe(`insert into ${insert.replaceAll('$1', `'${tenantId}'`)}`)
  })
}

beforeAll(async () => {
  const { sql } = world.service.database
  await showOwnerEverything(sql)
  owner = await world.service.signUp()
  for (let count = 0; count < 3; count += 1) {
    const tenantId = await createTenant(world.service, { owners: [owner] })
    await fill(tenantId)
    tenants.push(tenantId)
  }
  await sql`analyze`
})

/** Lists a page in the second tenant. Returns the number of its rows, and of rows that were read and discarded. */
async function listed<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  store: Store<T, D>,
  collection: Collection,
  query: ListQuery,
  scope?: Scope,
) {
  const tenantId = tenants[1] ?? ''
  const reader = new ExplainingReader(world.service.database.sql, tenantId, owner.id)
  const context = { reader, authorized: async () => ({ tenantId, projectId: null }) }
  // A list reads nothing else from its context.
  const { rows } = await readPage(store, context as unknown as ReadContext, collection, query, scope)
  return { rows: rows.length, wasted: reader.wasted }
}

const { contacts, identities, persons, schoolEnrollments, schoolEmployments, employmentAssignments } =
  contract
const resources = [
  [contactStore, contacts.list.collection, { person_id: 'p1999', identity_id: 'i1999' }],
  [workContactStore, contacts.list.collection, { person_id: 'p1999' }],
  [identityStore, identities.list.collection, { person_id: 'p1999' }],
  [
    schoolEnrollmentStore,
    schoolEnrollments.list.collection,
    { person_id: 'p1999', calendar_id: 'c20', school_id: 's20' },
  ],
  [schoolEmploymentStore, schoolEmployments.list.collection, { person_id: 'p1999', school_id: 's20' }],
  [
    employmentAssignmentStore,
    employmentAssignments.list.collection,
    { school_employment_id: 'm1999', person_id: 'p1999', calendar_id: 'c20', school_id: 's20' },
  ],
] as const

const cases = resources.flatMap(([store, collection, members]) =>
  Object.entries(members).map(([member, id]) => ({
    table: getTableName<PgTable>(store.spec.table),
    member,
    id,
    store: store as unknown as Store<PgTable>,
    collection,
  })),
)

describe('a list is read by the index of what narrows it, whichever tenants the statistics know', () => {
  test.each(cases)('$table of $member', async ({ store, collection, member, id }) => {
    const scope = {
      name: member,
      condition: store.names(member, 'parent_id'),
      values: { parent_id: id },
    }
    for (const query of [{}, ...collection.sort.map((key) => ({ sort: [key] }))]) {
      const below = await listed(store, collection, query, scope)
      const filtered = await listed(store, collection, { ...query, [member]: [id] })
      const ofTwo = await listed(store, collection, { ...query, [member]: [id, id.replace(/\d+$/, '1')] })
      expect({ ...query, rows: below.rows > 0 }).toEqual({ ...query, rows: true })
      expect(filtered.rows).toBe(below.rows)
      expect(ofTwo.rows).toBeGreaterThanOrEqual(filtered.rows)
      expect([query, below.wasted + filtered.wasted < FEW, ofTwo.wasted < FEW]).toEqual([query, true, true])
    }
  })

  test('the contacts of a person and its identities', async () => {
    const collection = persons.contacts.list.collection
    const { rows, wasted } = await listed(contactStore, collection, {}, contactsWithIdentities('p1999'))
    expect([rows, wasted < FEW]).toEqual([3, true])
  })

  test('the order of a person’s contacts, and the place behind them', async () => {
    const reader = new ExplainingReader(world.service.database.sql, tenants[1] ?? '', owner.id)
    const ordered = await orderedContacts(reader, { person_id: 'p1999' })
    expect(ordered.map(({ id }) => id)).toEqual(['kp1999', 'lp1999'])
    expect(await nextPlace(reader, { person_id: 'p1999' })).toBe(2)
    expect(await nextPlace(reader, { identity_id: 'i1999' })).toBe(1)
    expect(reader.wasted < FEW).toBe(true)
  })

  test('contacts, enrollments and assignments of a tenant, page by page', async () => {
    for (const [store, collection] of resources) {
      const { wasted } = await listed(store as unknown as Store<PgTable>, collection, {})
      expect([collection.defaultSort, wasted < FEW]).toEqual([collection.defaultSort, true])
    }
  })
})
