import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockingStatements } from './locking.ts'

const folder = join(import.meta.dirname, '../../migrations')
const migrations = readdirSync(folder).filter((name) => name.endsWith('.sql'))

/** The first migration that instances of the release before serve beside: those before it need a stop. */
const FIRST = '0023'

const locking: [statement: string][] = [
  ['CREATE INDEX "issues_x" ON "issues" USING btree ("tenant_id","x")'],
  ['CREATE UNIQUE INDEX "issues_x" ON "public"."issues" USING btree ("tenant_id")'],
  [
    'ALTER TABLE "issues" ADD CONSTRAINT "issues__x__reference" FOREIGN KEY ("x") REFERENCES "public"."users"("id")',
  ],
  ['ALTER TABLE "issues" ADD CONSTRAINT "issues__x__out_of_range" CHECK (x > 0)'],
  ['ALTER TABLE "issues" ADD CONSTRAINT "issues__x__unique" UNIQUE("tenant_id","x")'],
  ['ALTER TABLE "issues" ALTER COLUMN "x" SET DATA TYPE bigint'],
  ['ALTER TABLE "issues" ALTER COLUMN "x" TYPE bigint'],
  ['ALTER TABLE "issues" ALTER COLUMN "x" SET NOT NULL'],
  ['ALTER TABLE "issues" ADD COLUMN "x" text GENERATED ALWAYS AS (lower(title)) STORED'],
  ['ALTER TABLE "issues" ADD COLUMN "x" uuid DEFAULT gen_random_uuid() NOT NULL'],
  ['UPDATE issues SET x = 1'],
  ['DELETE FROM "issues"'],
  ['TRUNCATE issues'],
  ['LOCK TABLE issues'],
  ['ALTER TABLE "issues" DROP COLUMN "x"'],
  ['ALTER TABLE "issues" RENAME COLUMN "x" TO "y"'],
  ['DROP TABLE "issues"'],
]
test.each(locking)('a migration that would lock or break is refused: %s', (statement) => {
  expect(lockingStatements(`${statement};--> statement-breakpoint\nselect 1`)).toHaveLength(1)
})

const quick: [statement: string][] = [
  ['CREATE TABLE "x" ("id" text);--> statement-breakpoint\nCREATE INDEX "x_id" ON "x" USING btree ("id")'],
  [
    'CREATE TABLE "x" ("id" text);--> statement-breakpoint\nALTER TABLE "x" ADD CONSTRAINT "x_id" CHECK (id > \'\')',
  ],
  ['ALTER TABLE "issues" ADD CONSTRAINT "issues__x__out_of_range" CHECK (x > 0) NOT VALID'],
  ['ALTER TABLE "issues" ADD CONSTRAINT "issues__x__unique" UNIQUE USING INDEX issues_x'],
  ['ALTER TABLE "issues" ADD COLUMN "x" text'],
  ['ALTER TABLE "issues" ADD COLUMN "x" text DEFAULT \'task\' NOT NULL'],
  ['ALTER TABLE "issues" ADD COLUMN "x" timestamp(3) with time zone DEFAULT now() NOT NULL'],
  ['ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox__kind" CHECK (kind > \'\')'],
  ['-- locks shortly: no installation has more than a hundred of these\nUPDATE issue_types SET x = 1'],
]
test.each(quick)('a migration that is done in an instant is taken: %s', (statement) => {
  expect(lockingStatements(statement)).toEqual([])
})

test.each(migrations.filter((name) => name >= FIRST))('%s locks no large table', (name) => {
  expect(lockingStatements(readFileSync(join(folder, name), 'utf8'))).toEqual([])
})

test('the control: a migration that needed a stop is refused', () => {
  expect(lockingStatements(readFileSync(join(folder, '0017_search_words.sql'), 'utf8'))).not.toEqual([])
})
