import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { startProcess } from '../process/child.ts'
import { emptyDatabase } from '../process/gate.ts'

const folder = fileURLToPath(new URL('../../migrations', import.meta.url))
const BEFORE = '0003_references'

test('assets of an earlier release come up with their labels, their holders and their stock', async () => {
  const gate = await emptyDatabase()
  const { sql } = gate
  const earlier = await mkdtemp(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rm(earlier, { recursive: true }))
  await cp(folder, earlier, { recursive: true })
  const journal = JSON.parse(await readFile(join(earlier, 'meta/_journal.json'), 'utf8'))
  const upTo = journal.entries.findIndex(({ tag }: { tag: string }) => tag === BEFORE) + 1
  await writeFile(
    join(earlier, 'meta/_journal.json'),
    JSON.stringify({ ...journal, entries: journal.entries.slice(0, upTo) }),
  )
  await migrate(drizzle(sql), { migrationsFolder: earlier })

  const [tenant, single, many, type, hall, ada] = Array.from({ length: 6 }, newId).map(String)
  const [first, second, cables, screws, issued] = Array.from({ length: 5 }, newId).map(String)
  await sql`insert into tenants (id, name, slug) values (${tenant ?? ''}, 'A school', 'a-school')`
  await sql.begin(async (tx) => {
    await tx`select set_config('app.tenant_id', ${tenant ?? ''}, true)`
    await tx`insert into asset_models (id, name, tracking_type) values (${single ?? ''}, 'Laptop', 'serialized'), (${many ?? ''}, 'Cable', 'countable')`
    await tx`insert into location_types (id, name) values (${type ?? ''}, 'Room')`
    await tx`insert into locations (id, type_id, name, address) values (${hall ?? ''}, ${type ?? ''}, 'Hall', '{}')`
    await tx`insert into persons (id) values (${ada ?? ''})`
    await tx`insert into assets (id, model_id, tracking_type, name, asset_tag, serial_number, quantity, assigned_quantity, person_id, location_id) values
      (${first ?? ''}, ${single ?? ''}, 'serialized', 'One', 'LAB-1', 'a', 1, 1, ${ada ?? ''}, null),
      (${second ?? ''}, ${single ?? ''}, 'serialized', 'Two', 'lab-1', 'b', 1, 0, null, null),
      (${cables ?? ''}, ${many ?? ''}, 'countable', 'Cables', 'C-1', null, 10, 4, null, ${hall ?? ''}),
      (${screws ?? ''}, ${many ?? ''}, 'countable', 'Screws', 'C-2', null, 5, 0, null, null)`
    await tx`insert into asset_assignments (id, asset_id, tracking_type, person_id, quantity, start_date, correlation_id) values
      (${newId()}, ${first ?? ''}, 'serialized', ${ada ?? ''}, 1, '2024-05-01', ${newId()}),
      (${issued ?? ''}, ${cables ?? ''}, 'countable', ${ada ?? ''}, 3, '2024-05-01', ${newId()}),
      (${newId()}, ${cables ?? ''}, 'countable', ${ada ?? ''}, 1, '2999-01-01', ${newId()})`
    await tx`insert into asset_circulations (id, asset_id, tracking_type, circulation_type, person_id, quantity, is_whole, assignment_id, correlation_id)
      values (${newId()}, ${cables ?? ''}, 'countable', 'issue', ${ada ?? ''}, 3, false, ${issued ?? ''}, ${newId()})`
  })
  await gate.open()
  await startProcess({ DATABASE_URL: gate.url }).ready
  const [stock, labels] = await sql.begin(async (tx) => {
    await tx`select commonhold_select_tenant(${tenant ?? ''})`
    return [
      await tx`select asset_id, location_id, quantity from asset_stock order by asset_id`,
      await tx`select asset_tag, held_from from assets where model_id = ${single ?? ''} order by id`,
    ]
  })
  expect([...stock]).toEqual([
    { asset_id: cables, location_id: hall, quantity: 7 },
    { asset_id: screws, location_id: null, quantity: 5 },
  ])
  expect(labels.map(({ asset_tag }) => asset_tag)).toEqual(['LAB-1', `lab-1-${second?.slice(-12)}`])
  expect(labels.map(({ held_from }) => held_from !== null)).toEqual([true, false])
})
