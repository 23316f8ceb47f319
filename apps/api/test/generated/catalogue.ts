import { memberCodes, operationGroups } from '@commonhold/contract'
import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type postgres from 'postgres'
import { columnsReferringTo, registerReferences } from '../../src/store/referring-columns.ts'
import { tables, unkeyed } from '../../src/tables.ts'
import { sampleOf } from './calls.ts'
import { type GroupName, operations } from './operations.ts'
import { shapeOf, valuesOf } from './schema-walk.ts'

/** The kind of a table, which decides who sees its rows; see `tables.ts`. */
export type Kind = keyof typeof tables

/** Every table with its kind. */
export const kinds: readonly { readonly name: string; readonly kind: Kind; readonly table: PgTable }[] = (
  Object.keys(tables) as Kind[]
).flatMap((kind) => tables[kind].map((table) => ({ name: getTableName(table), kind, table })))

/** Names of the tables of the given kinds. */
export const namesOf = (...wanted: readonly Kind[]) =>
  kinds.filter(({ kind }) => wanted.includes(kind)).map(({ name }) => name)

/** A constraint or a unique index of the database. */
export interface Rule {
  readonly table: string
  readonly name: string
  /** p = primary key, u = unique, f = foreign key, c = check. */
  readonly type: 'p' | 'u' | 'f' | 'c'
  readonly columns: string[]
  /** For a foreign key: the referenced table, its columns, and the letter of `on delete`. */
  readonly target: string | null
  readonly target_columns: string[]
  readonly on_delete: string
  readonly definition: string
}

/** Every constraint and unique index of the tables. */
export const rulesOf = (sql: postgres.Sql) => sql<Rule[]>`
  select t.relname as table, c.conname as name, c.contype as type, c.confdeltype as on_delete,
         array(select attname::text from unnest(c.conkey) with ordinality k(n, at) join pg_attribute on attrelid = c.conrelid and attnum = n order by at) as columns,
         r.relname as target,
         array(select attname::text from unnest(c.confkey) with ordinality k(n, at) join pg_attribute on attrelid = c.confrelid and attnum = n order by at) as target_columns,
         pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class t on t.oid = c.conrelid left join pg_class r on r.oid = c.confrelid
   where t.relnamespace = 'public'::regnamespace and not t.relispartition and c.contype in ('p', 'u', 'f', 'c')
  union all
  select t.relname, i.relname, 'u', '',
         array(select attname::text from unnest(x.indkey::smallint[]) with ordinality k(n, at) join pg_attribute on attrelid = x.indrelid and attnum = n order by at),
         null, '{}', pg_get_indexdef(i.oid)
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
   where t.relnamespace = 'public'::regnamespace and not t.relispartition and x.indisunique and not exists (select from pg_constraint where conindid = i.oid and contype in ('p', 'u'))
   order by 1, 2`

/** The allowed last parts of a constraint's name: each stands for the answer to a violation. */
export const meanings: Readonly<Record<Rule['type'], readonly string[]>> = {
  p: [],
  u: ['unique'],
  f: ['reference'],
  c: Object.keys(memberCodes),
}

/** The columns that are checked against a list of texts, by `<table>.<column>`. */
export function textLists(rules: readonly Rule[]): Map<string, string[]> {
  return new Map(
    rules.flatMap(({ type, table, definition }): [string, string[]][] => {
      const column = /^CHECK \(\(\(?"?(\w+)"?\)? = ANY \(ARRAY\[/.exec(definition)?.[1]
      if (type !== 'c' || !column) return []
      return [
        [
          `${table}.${column}`,
          [...definition.matchAll(/'([^']*)'::text/g)].map(([, value = '']) => value).sort(),
        ],
      ]
    }),
  )
}

/** The enumerated members of the contract's records that are columns, by `<table>.<column>`. */
export function contractLists(): Map<string, string[]> {
  const groups = Object.keys(operationGroups) as GroupName[]
  return new Map(
    groups.flatMap((group) => {
      const found = kinds.find(
        ({ name }) => name === group.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      )
      if (!found) return []
      return recordShapes(group).flatMap(([member, schema]): [string, string[]][] => {
        const values = valuesOf(schema)
        return values && member in found.table ? [[`${found.name}.${member}`, values.sort()]] : []
      })
    }),
  )
}

const recordShapes = (group: GroupName) =>
  operations
    .filter((one) => one.group === group && ['get', 'create'].includes(one.name))
    .flatMap(({ endpoint }) =>
      'body' in endpoint.success ? Object.entries(shapeOf(endpoint.success.body)) : [],
    )

/** The columns that are counted before a record of a table is deleted, as `<table>.<column>`. */
export function referringByTable(): { readonly table: string; readonly referring: readonly string[] }[] {
  registerReferences(Object.values(tables).flat(), unkeyed)
  return kinds.map(({ name, table }) => ({
    table: name,
    referring: columnsReferringTo(table).map((column) => `${getTableName(column.table)}.${column.name}`),
  }))
}

/** The columns of catalogues that their stores declare to contain ids of users, by `<table>.<column>`. */
export const userColumns = (): string[] =>
  operations.flatMap(({ group }) => {
    const { store } = sampleOf(group)
    if (!store) return []
    const { table, users = [] } = store.spec
    return ['created_by', ...users].map((column) => `${getTableName(table)}.${column}`)
  })
