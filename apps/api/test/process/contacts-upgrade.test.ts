import { expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { startProcess } from './child.ts'
import { migrateTo, secure } from './earlier-schema.ts'
import { emptyDatabase } from './gate.ts'

test('work contacts of an earlier release have their places among themselves', async () => {
  const gate = await emptyDatabase()
  const { sql } = gate
  await migrateTo(sql, '0003_references')
  const tenant = newId()
  await sql`insert into tenants (id, name, slug) values (${tenant}, 'A school', 'a-school')`
  for (const person of ['one', 'two']) {
    await sql`insert into persons (id, tenant_id) values (${person}, ${tenant})`
    for (const [place, type, label] of [
      [0, 'email', 'Home'],
      [1, 'email', 'Work'],
      [2, 'address', 'work'],
      [3, 'mobile', 'WORK'],
    ] as const)
      await sql`
        insert into contacts (id, tenant_id, person_id, type, value, normalized_value, label, sort_order)
        values (${newId()}, ${tenant}, ${person}, ${type}, ${place}, ${place}, ${label}, ${place})`
  }
  await secure(sql)
  await gate.open()
  await startProcess({ DATABASE_URL: gate.url }).ready
  const places = await sql.begin(async (tx) => {
    await tx`select commonhold_select_tenant(${tenant})`
    return tx`select person_id, is_work, work_order from contacts order by person_id, sort_order`
  })
  const expected = [
    [false, null],
    [true, 0],
    [false, null],
    [true, 1],
  ] as const
  expect([...places]).toEqual(
    ['one', 'two'].flatMap((person_id) =>
      expected.map(([is_work, work_order]) => ({ person_id, is_work, work_order })),
    ),
  )
})
