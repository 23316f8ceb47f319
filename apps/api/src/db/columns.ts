import { sql } from 'drizzle-orm'
import { customType, integer, text } from 'drizzle-orm/pg-core'

/** A ULID as text in byte order, so that sorting by id is sorting by time. */
export const ulid = customType<{ data: string; driverData: string }>({ dataType: () => 'text collate "C"' })

/** A moment with milliseconds; the connection's parser returns it as RFC 3339 in UTC. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
})

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

/** What JSON can say. */
export type JsonValue = string | number | boolean | null | unknown[] | Record<string, unknown>

/** Any JSON value; null is the database's null. */
export const json = <T>() =>
  customType<{ data: T; driverData: string | null }>({
    dataType: () => 'jsonb',
    toDriver: (value) => (value === null ? null : JSON.stringify(value)),
  })()

/**
 * When a record is changed: once its row is locked, and not before the change before it. `now()` is when the transaction
 * began, which may have waited for the row since.
 */
export const changedAt = sql`greatest(statement_timestamp(), updated_at)`

/** Columns of every record; who and where come from the request's context. */
export const recordColumns = () => ({
  id: ulid().notNull(),
  created_at: instant().notNull().default(sql`now()`),
  updated_at: instant().notNull().default(sql`now()`),
  version: integer().notNull().default(1),
  created_by: ulid().default(sql`nullif(current_setting('app.user_id', true), '')`),
})

/** Columns of a record that belongs to the tenant of the request. */
export const ownedColumns = () => ({
  tenant_id: ulid().notNull().default(sql`current_setting('app.tenant_id')`),
  ...recordColumns(),
})

/** When a record was archived. */
export const archivedAt = () => instant()

/** Text from a closed list; the list is a check constraint, because enum comparisons defeat indexes under RLS. */
export const oneOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  text({ enum: values as unknown as [V[number], ...V[number][]] })

/** The SQL of a check that a column holds one of the values, or null. */
export const isOneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`)
