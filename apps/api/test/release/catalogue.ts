import type postgres from 'postgres'

/** A column. `isRequired`: an insert without it fails. */
interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
}

/** A constraint or unique index of a table. */
interface Rule {
  readonly table: string
  readonly columns: readonly string[]
  readonly definition: string
}

/** The columns of a database, and the rules that refuse rows. */
export interface Catalogue {
  readonly columns: readonly Column[]
  readonly rules: readonly Rule[]
}

/** Reads the catalogue of a migrated database. */
export async function readCatalogue(sql: postgres.Sql): Promise<Catalogue> {
  const columns = await sql<Column[]>`
    select c.relname::text as "table", a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type,
           a.attnotnull and not a.atthasdef and a.attidentity = '' as "isRequired"
      from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
     where c.relnamespace = 'public'::regnamespace and not c.relispartition and a.attnum > 0 and not a.attisdropped
     order by 1, 2`
  const rules = await sql<Rule[]>`
    select c.relname::text as "table", regexp_replace(pg_get_constraintdef(r.oid), ' NOT VALID$', '') as definition,
           array(select attname::text from pg_attribute where attrelid = c.oid and attnum = any (r.conkey)) as columns
      from pg_constraint r join pg_class c on c.oid = r.conrelid
     where c.relnamespace = 'public'::regnamespace and not c.relispartition and r.contype in ('c', 'f', 'x')
    union all
    select c.relname::text, regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING ', 'UNIQUE '),
           array(select attname::text from pg_attribute where attrelid = i.indexrelid and attname in (
             select attname from pg_attribute where attrelid = c.oid))
      from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace and not c.relispartition and i.indisunique
     order by 1, 2`
  return { columns: [...columns], rules: [...rules] }
}

const idOf = ({ table, name }: Pick<Column, 'table' | 'name'>) => `${table}.${name}`

/** Rules by which a database refuses rows of the release with the catalogue `before`, and columns of it that are missing. */
export function narrowings(before: Catalogue, now: Catalogue): string[] {
  const former = new Map(before.columns.map((column) => [idOf(column), column]))
  const current = new Map(now.columns.map((column) => [idOf(column), column]))
  const tables = new Set(before.columns.map(({ table }) => table))
  const rules = new Set(before.rules.map(({ table, definition }) => `${table} ${definition}`))
  const gone = before.columns
    .filter((column) => current.get(idOf(column))?.type !== column.type)
    .map((column) => `${idOf(column)} is gone or has another type than ${column.type}`)
  const required = now.columns
    .filter(({ table, isRequired }) => isRequired && tables.has(table))
    .filter((column) => !former.get(idOf(column))?.isRequired)
    .map((column) => `${idOf(column)} must not be null and has no default`)
  const refused = now.rules
    .filter(({ table, definition }) => tables.has(table) && !rules.has(`${table} ${definition}`))
    .filter(({ table, columns }) => columns.every((name) => former.has(idOf({ table, name }))))
    .map(({ table, definition }) => `${table} has a new rule: ${definition}`)
  return [...gone, ...required, ...refused]
}
