import { expect, test } from 'vitest'
import { copyTable } from '../../src/backup/copy-table.ts'
import { createDatabase } from '../database.ts'

test('tables of every size around the buffer of a stream are copied, one after the other', async () => {
  const [from, to] = await Promise.all([createDatabase(), createDatabase()])
  const sizes = Array.from({ length: 40 }, (_, index) => 60 + index)
  for (const { sql } of [from, to])
    for (const size of sizes) await sql`create table ${sql(`copied_${size}`)} (id int, text text)`
  // Rows of 1 KiB each.
  for (const size of sizes)
    await from.sql`
      insert into ${from.sql(`copied_${size}`)}
      select n, repeat('x', 1018) from generate_series(1, ${size}::int) n`

  await from.sql.begin((reader) =>
    to.sql.begin(async (writer) => {
      for (const size of sizes)
        await copyTable(reader, writer, { name: `copied_${size}`, columns: ['id', 'text'] })
    }),
  )
  for (const size of sizes)
    expect(await to.sql`select count(*)::int as rows from ${to.sql(`copied_${size}`)}`).toEqual([
      { rows: size },
    ])
  await Promise.all([from.drop(), to.drop()])
})
