import postgres from 'postgres'
import { assertUrl } from './database-url.ts'
import { assertSeesAllRows } from './seeing-all-rows.ts'
import { type Checksum, checksumOf, type Queries, storedTables } from './stored-tables.ts'

/** How a restored database compares with the original. */
export interface Verified {
  readonly tables: number
  readonly rows: number
  /** One line for each difference; none where the restored database is complete. */
  readonly differences: readonly string[]
}

/** Tables by which rows are read. Partitions come and go with the months, and are compared as one table. */
const whole = `select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`

/**
 * Objects of the schema with their definitions: columns, constraints, indexes, policies, row level security, functions,
 * triggers, rights and migrations. An invalid index and a constraint that was not validated have another definition. Since
 * PostgreSQL 18 NOT NULL is a constraint of its own; columns have it here.
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
            from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped where c.oid in (${whole})) held,
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

/**
 * Compares a restored database with the original, by roles that see all rows. The original may have gone on since the backup
 * (\`isOlder\`): then a restored table may have fewer rows, and rows are only counted.
 */
export async function verifyRestore(
  originalUrl: string,
  restoredUrl: string,
  isOlder: boolean,
): Promise<Verified> {
  const original = open(originalUrl, 'original')
  const restored = open(restoredUrl, 'restored database')
  try {
    await assertSeesAllRows(original, 'original')
    const schemas = await compareObjects(original, restored)
    // Tables that are missing have been named; their rows cannot be counted.
    if (schemas.some((line) => line.startsWith('missing: column')))
      return { tables: 0, rows: 0, differences: schemas }
    await assertSeesAllRows(restored, 'restored database')
    const content = await compareRows(original, restored, isOlder)
    return { ...content, differences: [...schemas, ...content.differences, ...(await unreachable(restored))] }
  } finally {
    await Promise.all([original.end({ timeout: 1 }), restored.end({ timeout: 1 })])
  }
}

function open(url: string, which: string): postgres.Sql {
  assertUrl(url, which)
  return postgres(url, { max: 1, onnotice: () => {}, connection: { TimeZone: 'UTC' } })
}

async function objectsOf(sql: postgres.Sql): Promise<Map<string, string>> {
  const rows = await sql.unsafe<{ name: string; definition: string | null }[]>(objects)
  return new Map(rows.map(({ name, definition }) => [name, definition ?? '']))
}

async function compareObjects(original: postgres.Sql, restored: postgres.Sql): Promise<string[]> {
  const [expected, found] = [await objectsOf(original), await objectsOf(restored)]
  const lost = [...expected].flatMap(([name, definition]) => {
    const actual = found.get(name)
    if (actual === undefined) return [`missing: ${name}`]
    return actual === definition ? [] : [`differs: ${name} is ${actual}, was ${definition}`]
  })
  const more = [...found.keys()].filter((name) => !expected.has(name))
  return [...lost, ...more.map((name) => `not in the original: ${name}`)]
}

async function compareRows(original: postgres.Sql, restored: postgres.Sql, isOlder: boolean) {
  const tables = await storedTables(original)
  const differences: string[] = []
  let rows = 0
  for (const table of tables) {
    const [was, is] = [await checksumOf(original, table), await checksumOf(restored, table)]
    rows += is.rows
    if (!isSame(was, is, isOlder))
      differences.push(
        `rows of ${table.name}: ${is.rows} restored, ${was.rows} in the original${is.rows === was.rows ? ', and their content differs' : ''}`,
      )
  }
  return { tables: tables.length, rows, differences }
}

/** Of an older backup, a table that has rows in the original must have some. */
const isSame = (was: Checksum, is: Checksum, isOlder: boolean): boolean =>
  isOlder
    ? is.rows <= was.rows && (is.rows > 0 || was.rows === 0)
    : was.rows === is.rows && was.sum === is.sum

/** Entries of the log with transaction ids that the server of the restored database has not reached: readers of events miss them. */
async function unreachable(sql: Queries): Promise<string[]> {
  const [row] = await sql`
    select count(*)::int as entries from audit_log where xid >= pg_snapshot_xmin(pg_current_snapshot())`
  return row?.entries > 0
    ? [
        `${row?.entries} entries of the audit log have transaction ids of another server: run \`after-restore\``,
      ]
    : []
}
