import type { CodeMatch, Permission, RecordType } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { tenantId } from '../db/tenant.ts'

/** Who reads the records of a kind. */
export type Readers =
  /** Those who hold the permission in the tenant. */
  | { readonly permission: Permission; readonly in: 'tenant' }
  /** Those who hold it in the tenant or in any project of it. */
  | { readonly permission: Permission; readonly in: 'any_project' }
  /** Those who hold it in the tenant or in the project of the record. */
  | { readonly permission: Permission; readonly in: PgColumn }
  /** All members of the tenant. */
  | { readonly permission: null }

/** Where the words of a kind are found. */
export type Searched =
  /** In `search_words`; a trigger of the table writes them. For records of tenants, of which there may be many. */
  | { readonly by: 'index' }
  /** In the rows themselves, all of which are read: for kinds that have few in a tenant. */
  | { readonly by: 'rows'; readonly texts: readonly SQL[] }

/** A kind of records that is searched and found by codes; columns are qualified by the table's name. */
export interface Kind {
  readonly type: RecordType
  readonly table: PgTable
  readonly id: PgColumn
  /** The condition on the rows that lists show by default: of the tenant, shared ones included, and not archived. */
  readonly rows: SQL
  readonly readers: Readers
  readonly title: SQL
  readonly subtitle: SQL
  readonly searched: Searched
  /** The members that are codes, with the condition that a text is one; an index serves each. */
  readonly codes: (text: CodeText) => readonly (readonly [member: CodeMatch['matched_by'], condition: SQL])[]
  /** The last but one segment of the addresses of such records, here and on the page. */
  readonly segments: readonly string[]
}

/** A text that may be a code: as it was sent, and in the forms in which columns hold it. */
export interface CodeText {
  readonly sent: SQL
  readonly lower: SQL
  /** ASCII letters in lower or upper case, as in columns that are compared by bytes. */
  readonly lowerBytes: SQL
  readonly upperBytes: SQL
}

/** The text of a placeholder. */
export function codeText(placeholder: string): CodeText {
  const sent = sql`${sql.placeholder(placeholder)}::text`
  return {
    sent,
    lower: sql`lower(${sent})`,
    lowerBytes: sql`lower(${sent} collate "C")`,
    upperBytes: sql`upper(${sent} collate "C")`,
  }
}

/** A text constant of the code. */
export const constant = (text: string): SQL => sql.raw(`'${text.replaceAll("'", "''")}'`)

/** A column of `held`, which the statement of a search begins with; looked up once. */
const held = (column: 'everywhere' | 'anywhere', permission: Permission) =>
  sql`(select held.${sql.raw(column)} from held where held.permission = ${constant(permission)})`

/** The condition that the caller reads any record of the kind. */
export function readsAny({ readers }: Kind): SQL {
  if (readers.permission === null) return sql`true`
  return held(readers.in === 'tenant' ? 'everywhere' : 'anywhere', readers.permission)
}

/** The condition that the caller reads a row, where `readsAny` holds. */
export function readsRow({ readers }: Kind): SQL {
  if (readers.permission === null || readers.in === 'tenant' || readers.in === 'any_project') return sql`true`
  const { permission, in: project } = readers
  return sql`case when ${held('everywhere', permission)} then true else commonhold_reads_in(${tenantId}, ${constant(`{${permission}}`)}, ${project}) end`
}

/** The arguments of `commonhold_reads_in` for a row, as two columns; the first is null where all members read it. */
export function readingOf({ readers }: Kind): SQL {
  if (readers.permission === null) return sql`null::text[] as permissions, null::text as project`
  const project =
    readers.in === 'tenant' ? sql`null` : readers.in === 'any_project' ? sql`'*'` : sql`${readers.in}`
  return sql`${constant(`{${readers.permission}}`)}::text[] as permissions, ${project}::text as project`
}
