import type { CodeMatch, Permission, RecordType } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { tenantId } from '../db/tenant.ts'

/** Which users may read the records of a kind. */
export type Readers =
  /** Users with the permission in the tenant. */
  | { readonly permission: Permission; readonly in: 'tenant' }
  /** Users with the permission in the tenant or in any of its projects. */
  | { readonly permission: Permission; readonly in: 'any_project' }
  /** Users with the permission in the tenant or in the project of the record. */
  | { readonly permission: Permission; readonly in: PgColumn }
  /** All members of the tenant. */
  | { readonly permission: null }

/** How the words of a kind are searched. */
export type Searched =
  /** In `search_words`, which triggers of the table write. For kinds that can have many records in a tenant. */
  | { readonly by: 'index' }
  /** In the rows themselves, which are all read. For kinds that have few records in a tenant. */
  | { readonly by: 'rows'; readonly texts: readonly SQL[] }

/** A kind of records that can be searched and found by codes; columns are qualified by the table's name. */
export interface Kind {
  readonly type: RecordType
  readonly table: PgTable
  readonly id: PgColumn
  /** The condition on the rows that lists show by default: records of the tenant and shared records, not archived. */
  readonly rows: SQL
  readonly readers: Readers
  readonly title: SQL
  readonly subtitle: SQL
  readonly searched: Searched
  /** The members that are codes, each with the condition that it equals the text, for which there is an index. */
  readonly codes: (text: CodeText) => readonly (readonly [member: CodeMatch['matched_by'], condition: SQL])[]
  /** The second to last segment of the URLs of such records, in the API and on the page. */
  readonly segments: readonly string[]
}

/** A text that may be a code: as it was sent, and in the forms in which columns store codes. */
export interface CodeText {
  readonly sent: SQL
  readonly lower: SQL
  /** ASCII letters in lower or upper case, as in columns that are compared by bytes. */
  readonly lowerBytes: SQL
  readonly upperBytes: SQL
}

/** The forms of the text in a placeholder. */
export function codeText(placeholder: string): CodeText {
  const sent = sql`${sql.placeholder(placeholder)}::text`
  return {
    sent,
    lower: sql`lower(${sent})`,
    lowerBytes: sql`lower(${sent} collate "C")`,
    upperBytes: sql`upper(${sent} collate "C")`,
  }
}

/** A constant as an SQL string. */
export const constant = (text: string): SQL => sql.raw(`'${text.replaceAll("'", "''")}'`)

/** A column of the CTE `permitted` of `searchStatement`, which is evaluated once. */
const permissionColumn = (column: 'everywhere' | 'anywhere', permission: Permission) =>
  sql`(select permitted.${sql.raw(column)} from permitted where permitted.permission = ${constant(permission)})`

/** The condition that the caller may read records of the kind at all. */
export function readsAny({ readers }: Kind): SQL {
  if (readers.permission === null) return sql`true`
  return permissionColumn(readers.in === 'tenant' ? 'everywhere' : 'anywhere', readers.permission)
}

/** The condition that the caller may read a row; it assumes `readsAny`. */
export function readsRow({ readers }: Kind): SQL {
  if (readers.permission === null || readers.in === 'tenant' || readers.in === 'any_project') return sql`true`
  const { permission, in: project } = readers
  return sql`case when ${permissionColumn('everywhere', permission)} then true else commonhold_reads_in(${tenantId}, ${constant(`{${permission}}`)}, ${project}) end`
}

/** The arguments of `commonhold_reads_in` for a row, as two columns; the first is null if all members may read it. */
export function readingOf({ readers }: Kind): SQL {
  if (readers.permission === null) return sql`null::text[] as permissions, null::text as project`
  const project =
    readers.in === 'tenant' ? sql`null` : readers.in === 'any_project' ? sql`'*'` : sql`${readers.in}`
  return sql`${constant(`{${readers.permission}}`)}::text[] as permissions, ${project}::text as project`
}
