import { getTableName } from 'drizzle-orm'
import postgres from 'postgres'
import { tenancySettings } from '../src/db/database.ts'
import { ROOT_TENANT_ID } from '../src/db/tenancy.ts'
import { tables } from '../src/tables.ts'
import type { TestCluster } from './database.ts'

/** A node of a plan, as `explain (verbose, format json)` writes it. */
interface Node {
  readonly 'Node Type': string
  readonly 'Parent Relationship'?: string
  readonly Operation?: string
  readonly 'Relation Name'?: string
  readonly Alias?: string
  readonly 'Index Cond'?: string
  readonly 'Recheck Cond'?: string
  readonly Filter?: string
  /** A condition that is checked once per execution; if it is false, the node is not executed. */
  readonly 'One-Time Filter'?: string
  readonly Output?: readonly string[]
  readonly Plans?: readonly Node[]
}

const { global: _, ...ofTenants } = tables
const owned: ReadonlySet<string> = new Set(Object.values(ofTenants).flat().map(getTableName))
const catalogue: ReadonlySet<string> = new Set(tables.catalogue.map(getTableName))

/** This function compares its tenant parameter with the setting itself, because no policy applies to what it reads. */
const comparing = 'commonhold_search_issues_in'

/** Plans statements on an empty database in which the owner sees every row, so that no policy adds a condition. */
export class TenantPlans {
  readonly #sql: postgres.Sql
  readonly #stored: Promise<ReadonlyMap<string, Stored>>
  readonly #readingSetting: Promise<readonly string[]>

  constructor({ owner }: TestCluster, database: string) {
    this.#sql = postgres({
      ...owner,
      database,
      max: 1,
      onnotice: () => {},
      connection: { ...tenancySettings, 'app.user_id': 'nobody', plan_cache_mode: 'force_generic_plan' },
    })
    this.#stored = storedIn(this.#sql)
    this.#readingSetting = functionsReadingSetting(this.#sql)
  }

  end(): Promise<void> {
    return this.#sql.end({ timeout: 1 })
  }

  /**
   * Returns where a statement reads or inserts rows of tenants without a condition on the tenant. The condition may compare
   * with the parameter `$1` or with the tenant of a joined row. Rows that the root tenant shares may be selected by its id.
   */
  async breaches(text: string, parameterCount: number): Promise<string[]> {
    const readsSetting =
      /current_setting\('app\.tenants?(_id)?'/.test(text) ||
      (await this.#readingSetting).some((name) => text.includes(`${name}(`))
    const found = readsSetting ? ['the tenant is read from a setting'] : []
    if (!/^(select|with|insert|update|delete)\b/i.test(text)) return found
    try {
      return [...found, ...breachesIn(await this.#planOf(text, parameterCount), await this.#stored)]
    } catch (error) {
      return [...found, `no plan: ${error}`]
    }
  }

  async #planOf(text: string, parameterCount: number): Promise<Node> {
    await this.#sql.unsafe(`prepare planned as ${text}`)
    try {
      const types = parameterCount > 0 ? `(${Array(parameterCount).fill('null').join()})` : ''
      const [answer] = await this.#sql.unsafe<[{ 'QUERY PLAN': [{ Plan: Node }] }]>(
        `explain (verbose, format json) execute planned${types}`,
      )
      return answer['QUERY PLAN'][0].Plan
    } finally {
      await this.#sql.unsafe('deallocate planned')
    }
  }
}

function breachesIn(node: Node, stored: ReadonlyMap<string, Stored>, above = ''): string[] {
  const { 'One-Time Filter': once = above } = node
  if (isNeverRun(node)) return []
  const name = node['Relation Name'] ?? ''
  const { table, position } = stored.get(name) ?? { table: node['Relation Name'], position: 0 }
  const below = (node.Plans ?? []).flatMap((part) => breachesIn(part, stored, once))
  if (table === undefined || !owned.has(table)) return below
  if (node['Node Type'] !== 'ModifyTable')
    return namesTenant(node, table, once) ? below : [...below, `reads ${table} by ${conditionsOf(node)}`]
  if (node.Operation !== 'Insert') return below
  const source = node.Plans?.find((part) => part['Parent Relationship'] === 'Outer')
  const inputs = outputsOf(source, position - 1)
  const unnamed = inputs.find(
    // The output of a subquery is computed by the nodes below it.
    (output) => !(output.startsWith('"*SELECT*"') ? outputsBelow(source) : [output]).some(isTenantNamed),
  )
  return unnamed === undefined ? below : [...below, `inserts into ${table}: ${unnamed}`]
}

/** True if the node returns no row: its one-time filter is false, or its input node is such a node. */
const isNeverRun = (node: Node): boolean =>
  node['One-Time Filter'] === 'false' ||
  (/^(Result|Sort|Limit)$/.test(node['Node Type']) &&
    (node.Plans ?? []).some((part) => part['Parent Relationship'] === 'Outer' && isNeverRun(part)))

/** False if the column's default reads the tenant from the setting. */
const isTenantNamed = (output: string) =>
  /\$1\b|\btenant_id\b|"\*VALUES\*"/.test(output) && !output.includes('current_setting')

/** The outputs of a node at a position. A union has no output, so its parts are searched. */
const outputsOf = (node: Node | undefined, at: number): string[] =>
  node?.Output || !node?.Plans
    ? [node?.Output?.[at] ?? '']
    : node.Plans.flatMap((part) => outputsOf(part, at))

const outputsBelow = (node: Node | undefined): string[] =>
  (node?.Plans ?? []).flatMap((part) => [...(part.Output ?? []), ...outputsBelow(part)])

const conditionsOf = (node: Node) =>
  [node['Index Cond'], node['Recheck Cond'], node.Filter].filter(Boolean).join(' ')

/**
 * Whether a node's conditions restrict the table to a tenant. `once` is its one-time filter, which may compare with the root
 * tenant.
 */
function namesTenant(node: Node, table: string, once: string): boolean {
  const column = String.raw`\(${node.Alias ?? table}\.tenant_id`
  const root = `'${ROOT_TENANT_ID}'::text(?: COLLATE "C")?`
  const named = [
    String.raw`${column} = \(?\$1\)`,
    String.raw`\(\$1 = ${column.slice(2)}\)`,
    String.raw`${column} = "?\w+"?\.tenant_id\)`,
    String.raw`\("?\w+"?\.tenant_id = ${column.slice(2)}\)`,
    ...(new RegExp(String.raw`\(\(?\$1(?:\)::text)? = ${root}\)`).test(once)
      ? [String.raw`${column} = ${root}\)`]
      : []),
    ...(catalogue.has(table)
      ? [String.raw`${column} = ANY \(ARRAY\[\$1, ${root}\]\)`, String.raw`${column} = ${root}\)`]
      : []),
  ]
  return new RegExp(named.join('|')).test(conditionsOf(node))
}

/** A table, or a partition of one, with the position of `tenant_id` among its columns. */
interface Stored {
  readonly table: string
  readonly position: number
}

async function storedIn(sql: postgres.Sql): Promise<ReadonlyMap<string, Stored>> {
  const rows = await sql<(Stored & { name: string })[]>`
    select c.relname::text as name, coalesce(whole.relname, c.relname)::text as table, a.attnum::int as position
      from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
      left join pg_inherits i on i.inhrelid = c.oid left join pg_class whole on whole.oid = i.inhparent
     where c.relnamespace = 'public'::regnamespace and a.attname = 'tenant_id'`
  return new Map(rows.map(({ name, table, position }) => [name, { table, position }]))
}

/** The functions that read the tenant from the setting, including former ones that have no tenant parameter. */
async function functionsReadingSetting(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select distinct proname::text as name from pg_proc
     where pronamespace = 'public'::regnamespace and prosrc like '%current_setting(''app.tenant%' and proname <> ${comparing}`
  return rows.map(({ name }) => name)
}
