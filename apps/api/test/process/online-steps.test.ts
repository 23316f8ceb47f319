import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { applyOnlineSteps } from '../../src/db/online-steps.ts'
import { migratedDatabase } from './gate.ts'

/** A folder with one file of steps. */
function folderOf(steps: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'commonhold-steps-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, '0099_test.sql'), steps)
  return folder
}

test('an index is built outside the migrations, again after an interruption, and a constraint is validated', async () => {
  const { sql } = await migratedDatabase()
  const folder = folderOf(`
    -- Found by the list of members.
    create index concurrently if not exists users_test on users (display_name);
    alter table users validate constraint users__test;`)
  await sql`alter table users add constraint users__test check (display_name <> 'x') not valid`
  const states = async () => [
    ...(await sql`select indisvalid as valid from pg_index where indexrelid = to_regclass('users_test')`),
    ...(await sql`select convalidated as valid from pg_constraint where conname = 'users__test'`),
  ]
  await applyOnlineSteps(sql, folder)
  expect(await states()).toEqual([{ valid: true }, { valid: true }])

  // The state after an interrupted build: an invalid unique index, here over two equal names.
  await sql`drop index users_test`
  await sql`insert into users (id, email, password_hash, display_name)
    select '01K0000000000000000000009' || n, n || '@example.org', '-', 'Ada' from generate_series(1, 2) n`
  await expect(sql`create unique index concurrently users_test on users (display_name)`).rejects.toThrow()
  expect(await states()).toEqual([{ valid: false }, { valid: true }])
  await applyOnlineSteps(sql, folder)
  await applyOnlineSteps(sql, folder)
  expect(await states()).toEqual([{ valid: true }, { valid: true }])
})

test('a statement that may lock is no such step', async () => {
  const { sql } = await migratedDatabase()
  for (const steps of [
    'update users set display_name = null',
    'create index users_x on users (display_name)',
  ])
    await expect(applyOnlineSteps(sql, folderOf(steps))).rejects.toThrow('An online step must be')
})
