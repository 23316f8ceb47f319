import type { ExternalId } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { customType, integer, text } from 'drizzle-orm/pg-core'
import { tenantId } from './tenant.ts'

/** A ULID as text in byte order, so that sorting by id is sorting by time. */
export const ulid = customType<{ data: string; driverData: string }>({ dataType: () => 'text collate "C"' })

/** A timestamp with milliseconds; the connection's parser returns it as RFC 3339 in UTC. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
})

/** The id of a transaction, with its epoch: it never repeats. */
export const transactionId = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' })

/** A calendar day, `YYYY-MM-DD`. */
export const day = customType<{ data: string; driverData: string }>({ dataType: () => 'date' })

/** An exact number that is returned as a JSON number. */
export const decimal = customType<{ data: number; driverData: string | number }>({
  dataType: () => 'numeric',
})

/** Text that is compared and sorted by bytes: keys, hashes, normalised names. */
export const bytewise = customType<{ data: string; driverData: string }>({
  dataType: () => 'text collate "C"',
})

/** Any JSON value, null included. */
export type JsonValue = string | number | boolean | null | unknown[] | Record<string, unknown>

/** A column of any JSON value; JSON null is stored as SQL null. */
export const json = <T>() =>
  customType<{ data: T; driverData: string | null }>({
    dataType: () => 'jsonb',
    toDriver: (value) => (value === null ? null : JSON.stringify(value)),
  })()

/**
 * The time of a change, read when the statement runs and the row is locked. `now()` would be the start of the transaction,
 * which may be before an earlier change that this one waited for.
 */
export const changedAt = sql`greatest(statement_timestamp(), updated_at)`

/** Columns of every record; user and tenant come from the settings of the request's transaction. */
export const recordColumns = () => ({
  id: ulid().notNull(),
  created_at: instant().notNull().default(sql`now()`),
  updated_at: instant().notNull().default(sql`now()`),
  version: integer().notNull().default(1),
  created_by: ulid().default(sql`nullif(current_setting('app.user_id', true), '')`),
})

/** The tenant that a row belongs to; default: the tenant of the request. */
export const tenantColumn = () =>
  ulid()
    .notNull()
    .default(sql`current_setting('app.tenant_id')`)
    .$default(() => tenantId)

/** Columns of a record that belongs to the tenant of the request. */
export const ownedColumns = () => ({
  tenant_id: tenantColumn(),
  ...recordColumns(),
  external_ids: json<ExternalId[]>().notNull().default(sql`'[]'`),
})

/** When a record was archived. */
export const archivedAt = () => instant()

/**
 * Text from a closed list. The list is a check constraint, because comparisons of enums prevent the use of indexes under
 * RLS.
 */
export const oneOf = <const V extends readonly [string, ...string[]]>(values: V) => text({ enum: values })

/** The SQL of a check that a column has one of the values, or null. */
export const isOneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`)
