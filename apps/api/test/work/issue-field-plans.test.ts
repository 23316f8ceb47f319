import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReadContext } from '../../src/store/context.ts'
import { type IssueQuery, listIssues } from '../../src/work/issues/issue-lists.repository.ts'
import { ExplainingReader } from '../explain.ts'
import { showOwnerEverything } from '../generated/database-view.ts'
import { startService, type TestService } from '../service.ts'
import { type Desk, openDesk } from './desk.ts'

const ISSUES = 3_000
/**
 * The most rows that a list may touch: matching values up to a limit, and the page with its parts; far fewer than a tenant has.
 */
const FEW = 2_500

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  await showOwnerEverything(service.database.sql)
  for (let count = 0; count < 3; count += 1) {
    const filled = await openDesk(service)
    await fill(filled)
    desk = count === 1 ? filled : (desk ?? filled)
  }
  await service.database.sql`analyze`
})
afterAll(() => service.stop())

/**
 * Fills a tenant: every issue has seats, a room that one in a hundred issues shares, and a size, which is s for a few and else m.
 */
async function fill({ client, tenantId, newIssue }: Desk) {
  const option = (key: string) => ({ key, label: key, color: null, position: 1, is_active: true })
  const fields = {
    seats: (await client.issueFields.create({ key: 'seats', name: 'Seats', type: 'integer' })).id,
    room: (await client.issueFields.create({ key: 'room', name: 'Room', type: 'text' })).id,
    checked: (await client.issueFields.create({ key: 'checked', name: 'Checked', type: 'date' })).id,
    size: (
      await client.issueFields.create({
        key: 'size',
        name: 'Size',
        type: 'select',
        options: ['s', 'm'].map(option),
      })
    ).id,
  }
  const { id } = await newIssue()
  const columns = `project_id, issue_type_id, issue_type, subtype, workflow_id, status_id, status, status_category,
    priority_id, priority, priority_level`
  const value = (field: string, type: string, column: string, text: string, where = 'true') =>
    `insert into issue_field_values (issue_id, field_id, field_type, ordinal, ${column})
     select i.id, '${field}', '${type}', 1, ${text} from issues i where i.tenant_id = '${tenantId}' and i.number > 1 and ${where}`
  await service.database.sql.begin(async (sql) => {
    await sql.unsafe(`select commonhold_select_tenant('${tenantId}')`)
    for (const statement of [
      `insert into issues (id, number, key, title, ${columns})
       select '01K' || lpad(n::text, 23, '0'), n, 'SD-' || n, 'Issue', ${columns} from issues, generate_series(2, ${ISSUES}) n
        where tenant_id = '${tenantId}' and id = '${id}'`,
      value(fields.seats, 'integer', 'number_value', 'i.number'),
      value(fields.room, 'text', 'text_value', "'A ' || i.number % 100"),
      value(fields.checked, 'date', 'date_value', "date '2026-01-01' + i.number"),
      value(
        fields.size,
        'select',
        'text_value, option_key',
        "case when i.number % 300 = 0 then 's' else 'm' end, case when i.number % 300 = 0 then 's' else 'm' end",
      ),
    ])
      await sql.unsafe(statement)
  })
}

/** Lists issues in the second tenant. Returns the number of issues, and of all rows that were read for them. */
async function listed(query: IssueQuery) {
  const { tenantId } = desk
  const reader = new ExplainingReader(service.database.sql, tenantId, desk.owner.id)
  const context = {
    reader,
    authorized: async () => ({ tenantId, projectId: null }),
    url: new URL('http://localhost/issues'),
    header: () => {},
  }
  // A list reads nothing else from its context.
  const rows = await listIssues(context as unknown as ReadContext, query)
  return { rows: rows.length, touched: reader.wasted + reader.read }
}

test.each<[object, number]>([
  [{ cf_room: 'A 7' }, 30],
  [{ cf_room: 'none' }, 0],
  [{ cf_room: 'A 7', sort: ['title'] }, 30],
  [{ cf_room: 'A 7', status: ['todo'] }, 30],
  [{ cf_room: 'A 7', sort: ['cf_seats'] }, 30],
  [{ cf_room: 'A 7', sort: ['-cf_checked'] }, 30],
  [{ cf_size: 's' }, 10],
  [{ cf_size: 'm' }, 50],
  [{ cf_size: 'm', sort: ['-opened_at'] }, 50],
  [{ cf_seats: 17 }, 1],
  [{ cf_seats__gte: 2_990, sort: ['title'] }, 11],
  [{ cf_seats__gte: 10, cf_seats__lt: 20 }, 10],
  [{ cf_seats__gte: 10, cf_seats__lt: 20, sort: ['-cf_checked'] }, 10],
  [{ cf_checked__lt: '2026-01-10' }, 7],
  [{ cf_seats__gte: 100 }, 50],
  [{ cf_seats__gte: 100, sort: ['cf_seats'] }, 50],
  [{ cf_seats__gte: 2_900, sort: ['cf_seats'] }, 50],
  [{ cf_seats__lt: 2_000, sort: ['-cf_seats'] }, 50],
  [{ sort: ['cf_seats'] }, 50],
  [{ sort: ['cf_room'] }, 50],
  [{ sort: ['-cf_room'] }, 50],
  [{ cf_seats__gte: 100, sort: ['cf_room'] }, 50],
  [{ cf_room__is_null: false }, 50],
])('of a large tenant only what the list is about is read: %j', async (query, rows) => {
  const found = await listed({ limit: 50, ...query } as IssueQuery)
  expect([found.rows, found.touched < FEW ? 'few' : found.touched]).toEqual([rows, 'few'])
})
