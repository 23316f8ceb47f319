import postgres from 'postgres'
import { assertUrl } from './database-url.ts'
import { type Checksum, checksumOf, type Queries, type StoredTable, storedTables } from './stored-tables.ts'

/** The contents of a database: objects of its schema with their definitions, and the checksums of its tables. */
export interface Contents {
  readonly objects: Readonly<Record<string, string>>
  readonly tables: readonly (StoredTable & Checksum)[]
}

/** The tables to compare, without partitions: these are created and dropped over time. */
const whole = `select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`

/**
 * Objects of the schema with their definitions: columns, constraints, indexes, policies, row level security, functions,
 * triggers, rights and migrations. A definition includes whether an index or a constraint is valid. NOT NULL is part of the
 * column; the separate constraints that PostgreSQL 18 added for it are left out.
 */
const objects = `
  select 'column ' || c.relname || '.' || a.attname as name,
         concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) as definition
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.oid in (${whole})
  union all
  select 'constraint ' || conrelid::regclass || '.' || conname, concat_ws(' ', pg_get_constraintdef(oid), convalidated)
    from pg_constraint where conrelid in (${whole}) and contype <> 'n'
  union all
  select 'index ' || indexrelid::regclass, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid)
    from pg_index where indrelid in (${whole})
  union all
  select 'policy ' || polrelid::regclass || '.' || polname,
         concat_ws(' ', polcmd, polpermissive, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid),
                   array(select rolname from pg_roles where oid = any(polroles) order by 1))
    from pg_policy where polrelid in (${whole})
  union all
  select 'row level security of ' || relname, concat_ws(' ', relrowsecurity, relforcerowsecurity)
    from pg_class where oid in (${whole})
  union all
  select concat_ws(' ', 'rights of', case grantee when 0 then 'public' else pg_get_userbyid(grantee) end, 'on', name),
         string_agg(privilege_type, ' ' order by privilege_type)
    from (select relname::text as name, relowner, relacl as rights from pg_class where oid in (${whole})
          union all
          select c.relname || '.' || a.attname, c.relowner, a.attacl
            from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped where c.oid in (${whole})) objects,
         aclexplode(rights)
   where grantee <> relowner group by name, grantee
  union all
  select 'function ' || p.oid::regprocedure, concat_ws(' ', md5(prosrc), prosecdef, proconfig)
    from pg_proc p where pronamespace = 'public'::regnamespace
  union all
  select 'trigger ' || tgrelid::regclass || '.' || tgname, concat_ws(' ', pg_get_triggerdef(oid), tgenabled)
    from pg_trigger where not tgisinternal and tgrelid in (${whole})
  union all
  select 'migration ' || hash, created_at::text from drizzle.__drizzle_migrations`

/** Settings that change how values are written as text. Checksums are computed from that text. */
const spelling = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  extra_float_digits: 1,
  bytea_output: 'hex',
}

/** Opens a connection to read the contents of a database. `which` names the database in error messages. */
export function openReader(url: string, which: string): postgres.Sql {
  assertUrl(url, which)
  return postgres(url, { max: 1, onnotice: () => {}, connection: spelling })
}

/** The definitions of the objects of the schema, by name. */
export async function objectsOf(sql: Queries): Promise<Record<string, string>> {
  const rows = await sql.unsafe<{ name: string; definition: string | null }[]>(objects)
  return Object.fromEntries(rows.map(({ name, definition }) => [name, definition ?? '']))
}

/** The contents of a database. The role of `sql` must see all rows. */
export async function contentsOf(sql: Queries): Promise<Contents> {
  const tables: (StoredTable & Checksum)[] = []
  for (const table of await storedTables(sql)) tables.push({ ...table, ...(await checksumOf(sql, table)) })
  return { objects: await objectsOf(sql), tables }
}
