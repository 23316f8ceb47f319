import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../database.ts'
import { migrateTo, tags } from '../process/earlier-schema.ts'
import { emptyDatabase } from '../process/gate.ts'
import { lockingStatements } from './locking.ts'

const migration = (tag: string) =>
  readFileSync(join(import.meta.dirname, '../../migrations', `${tag}.sql`), 'utf8')

/** The last migration that needs a stop: after it, instances of the previous release keep serving during an upgrade. */
const LAST_WITH_STOP = '0022_add_audit_positions'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
  // A migration sees all rows, as `migrate` arranges it.
  await database.sql`do $$ declare one regclass; begin
    for one in select oid from pg_class where relforcerowsecurity loop
      execute format('alter table %s no force row level security', one);
    end loop; end $$`
})
afterAll(() => database.drop())

/** The violations of a migration that runs in the newest schema. The schema is not changed. */
async function found(text: string, sql: postgres.Sql = database.sql): Promise<string[]> {
  const outcome: string[] = []
  const undo = new Error('undone')
  await sql
    .begin(async (tx) => {
      outcome.push(...(await lockingStatements(tx, text)))
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return outcome
}

const reading = 'reads all of issues'
const rewriting = 'rewrites issues'
const writing = 'writes rows of issues'
const notInTransaction = 'cannot run inside a transaction block'

const locking: [statement: string, wrong: string][] = [
  ['create index issues_x on issues using btree (tenant_id, title)', reading],
  ['create unique index on "public"."issues" (title)', reading],
  ['create index concurrently issues_x on issues (title)', notInTransaction],
  ['alter table issues add constraint x foreign key (title) references "public"."users" (id)', reading],
  ['alter table issues add foreign key (title) references users', reading],
  ['alter table issues add constraint x check (number > 0)', reading],
  ['alter table issues add check (number > 0)', reading],
  ['alter table issues add constraint x unique (tenant_id, title)', reading],
  ['alter table issues add unique (title)', reading],
  ['alter table issues add exclude (title with =)', reading],
  [
    'alter table issues add constraint x check (number > 0) not valid;--> statement-breakpoint\nalter table issues validate constraint x',
    reading,
  ],
  ['alter table issues alter column description set not null', reading],
  ['alter table issues alter description set not null', reading],
  ['alter table issues alter column number set data type bigint', rewriting],
  ['alter table issues alter number type bigint', rewriting],
  ['alter table issues add column x text generated always as (lower(title)) stored', rewriting],
  ['alter table issues add column x uuid default gen_random_uuid() not null', rewriting],
  ['alter table issues add x bigserial', rewriting],
  ['alter table issues add column x bigint generated always as identity', rewriting],
  ['update issues set title = upper(title)', writing],
  [`update issues set title = 'x' from tenants t where t.id = issues.tenant_id and t.slug = 'x'`, writing],
  [`update issues set title = 'x' where tenant_id > 'x'`, writing],
  ['with x as (select 1) update issues set title = upper(title)', writing],
  ['with x as (delete from issues returning id) select count(*) from x', writing],
  ['merge into issues i using tenants t on t.id = i.tenant_id when matched then delete', writing],
  ['delete from only "issues"', writing],
  ['do $$ begin update issues set title = upper(title); end $$', writing],
  [
    'do $$ declare t text; begin for t in select id from tenants loop delete from issues where tenant_id = t; end loop; end $$',
    writing,
  ],
  [`do $$ begin execute 'alter table issues add check (number > 0)'; end $$`, reading],
  ['create table x as select id from issues', reading],
  [`create table x as select title from issues where tenant_id = 'x' and id > 'x'`, reading],
  ['select count(*) from issues', reading],
  [
    `insert into groups (id, key, name, tenant_id) select id, 'x', 'x', id from tenants`,
    'writes rows of groups',
  ],
  ['truncate issues cascade', rewriting],
  ['cluster issues using issues_pkey', rewriting],
  ['reindex table issues', reading],
  ['vacuum full issues', notInTransaction],
  ['lock table issues', 'locks a table as a whole'],
  ['alter table issues drop column description cascade', 'issues.description is gone'],
  ['alter table issues drop description cascade', 'issues.description is gone'],
  ['alter table issues rename description to y', 'issues.description is gone'],
  ['alter table tenants rename column name to y', 'tenants.name is gone'],
  ['alter table issues rename to x', 'issues is gone'],
  ['drop table issues cascade', 'issues is gone'],
  ['drop table issues', 'does not run'],
]
test.each(locking)('a migration that would lock or break is refused: %s', async (statement, wrong) => {
  expect((await found(`${statement};--> statement-breakpoint\nselect 1`)).join('\n')).toContain(wrong)
})

const quick: [statement: string][] = [
  ['create table x (id text);--> statement-breakpoint\ncreate index x_id on x using btree (id)'],
  ["create table x (id text);--> statement-breakpoint\nalter table x add check (id > '')"],
  ['create table x (id text);--> statement-breakpoint\nalter table x add foreign key (id) references users'],
  ['create table x (id text);--> statement-breakpoint\ninsert into x select id from tenants'],
  ['create table x (id text, y int);--> statement-breakpoint\nupdate x set y = 1'],
  ['alter table issues add constraint x check (number > 0) not valid'],
  ['alter table issues add foreign key (title) references users not valid'],
  ['alter table issues add column x text'],
  [`alter table issues add x text default 'task' not null`],
  ['alter table issues add column x timestamp(3) with time zone default now() not null'],
  [`alter table issues add column x text default nullif(current_setting('app.user_id', true), '')`],
  ['alter table issues alter description set default 0'],
  ['alter table issues alter column title drop not null'],
  ['alter table issues drop constraint issues__project_id__reference'],
  [`alter table mail_outbox add constraint x check (kind > '')`],
  ['update tenants set name = upper(name)'],
  ['-- Nothing is left of it.\nselect 1'],
  [
    '-- locks shortly: no installation has more than a hundred of these\nupdate issue_types set name = upper(name)',
  ],
]
test.each(quick)('a migration that is done in an instant is accepted: %s', async (statement) => {
  expect(await found(statement)).toEqual([])
})

test('a unique constraint may use an index that was built, and NOT NULL a check that was validated', async () => {
  const { sql } = database
  await sql`create unique index issues_x on issues (tenant_id, title)`
  await sql`alter table issues add constraint x check (description is not null)`
  expect(await found('alter table issues add constraint issues_x unique using index issues_x')).toEqual([])
  expect(await found('alter table issues alter column description set not null')).toEqual([])
})

/** Violations of migrations that were applied before the check could detect them. */
const known: Readonly<Record<string, readonly string[]>> = {
  // Reads the groups once, and changes one group per tenant.
  '0025_let_administrators_audit': ['groups', 'memberships', 'group_grants'],
}

test('migrations during which the release before serves lock no large table', async () => {
  const { sql } = await emptyDatabase()
  await migrateTo(sql, LAST_WITH_STOP)
  await sql`insert into tenants (id, name, slug) values ('01K00000000000000000000001', 'A school', 'a-school')`
  for (const tag of tags.slice(tags.indexOf(LAST_WITH_STOP) + 1)) {
    const wrong = await sql.begin((tx) => lockingStatements(tx, migration(tag)))
    const others = wrong.filter((one) => !known[tag]?.some((name) => one.includes(` of ${name}:`)))
    expect([tag, ...others]).toEqual([tag])
  }
})

test('the control: a migration that needed a stop is refused', async () => {
  const { sql } = await emptyDatabase()
  await migrateTo(sql, '0016_order_of_field_texts')
  expect(await found(migration('0017_search_words'), sql)).not.toEqual([])
})
