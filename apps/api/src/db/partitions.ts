import type postgres from 'postgres'
import { RUNTIME_ROLE } from './tenancy.ts'

type Queries = postgres.Sql | postgres.TransactionSql

/** A partition of a table by ranges of ids. */
export interface Partition {
  readonly name: string
  /** No row has a lower id; '' = no lower bound. */
  readonly from: string
  /** All rows have lower ids; null for the default partition. */
  readonly to: string | null
}

/** The name of the default partition, which has the rows of months without a partition. */
export const defaultPartitionOf = (table: string): string => `${table}_rest`

/** The partitions of a table, sorted by their lowest id; empty if it is not partitioned. */
export async function partitionsOf(sql: Queries, table: string): Promise<Partition[]> {
  const rows = await sql<{ name: string; bound: string }[]>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = to_regclass(${`public.${table}`})`
  return rows
    .map(({ name, bound }) => {
      const [, from = '', to = null] = /FROM \((?:MINVALUE|'(\w*)')\) TO \('(\w*)'\)/.exec(bound) ?? []
      return { name, from, to }
    })
    .sort((a, b) => (a.from < b.from ? -1 : 1))
}

/**
 * Prevents reading a new partition directly, past the policies of its table. Only roles that can read the partition `like`
 * directly may do that, such as the role for backups. Requests read partitions through the table.
 */
export async function securePartition(
  tx: postgres.TransactionSql,
  partition: string,
  like: string,
): Promise<void> {
  await tx`alter table ${tx(partition)} enable row level security`
  await tx`alter table ${tx(partition)} alter column tenant_id set statistics 0`
  await copyAccess(tx, like, partition)
}

/** Copies grants and read policies from one table to another, except those of the runtime role. */
export async function copyAccess(tx: postgres.TransactionSql, from: string, to: string): Promise<void> {
  const statements = await tx<{ text: string }[]>`
    select format('grant %s on %I to %s', a.privilege_type, ${to}::text, case a.grantee when 0 then 'public' else a.grantee::regrole::text end) as text
      from pg_class c, aclexplode(c.relacl) a
     where c.oid = to_regclass(${`public.${from}`}) and a.grantee <> c.relowner and a.grantee <> to_regrole(${RUNTIME_ROLE})
    union all
    select format('create policy %I on %I for select to %s using (%s)', replace(p.polname, ${from}, ${to}), ${to}::text,
             (select string_agg(role::regrole::text, ', ') from unnest(p.polroles) role), pg_get_expr(p.polqual, p.polrelid))
      from pg_policy p
     where p.polrelid = to_regclass(${`public.${from}`}) and p.polcmd = 'r' and p.polpermissive and p.polroles <> '{0}'`
  for (const { text } of statements) await tx.unsafe(text)
}
