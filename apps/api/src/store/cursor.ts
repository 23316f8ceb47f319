import { hash } from 'node:crypto'
import type { PgColumn } from 'drizzle-orm/pg-core'
import postgres from 'postgres'
import { invalid } from '../base/problem.ts'
import type { SortKey } from './list.ts'

/**
 * Encodes the start of a page: the sort values of the last record of the previous page. A cursor is valid only for the tenant,
 * filters and order that it was made for. It is opaque to clients, but not secret.
 */
export function writeCursor(binding: string, values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([digest(binding), ...values])).toString('base64url')
}

/** A decoded cursor. */
export interface Cursor {
  readonly values: unknown[]
  /** Rejects a cursor of another tenant, filter or order. */
  assertBoundTo(binding: string): void
}

/** Decodes a cursor; throws `invalid_cursor` if it is malformed, or has values that cannot be compared with the columns. */
export function readCursor(cursor: string, keys: readonly SortKey[]): Cursor {
  const [mark, ...values] = parse(cursor)
  const fits =
    values.length === keys.length && keys.every(({ column }, at) => isComparable(values[at], column))
  if (typeof mark !== 'string' || !fits) throw refuse()
  return {
    values,
    assertBoundTo(binding) {
      if (mark !== digest(binding)) throw refuse()
    },
  }
}

/** A cursor contains numbers and booleans as such, and all other values as text. */
function isComparable(value: unknown, column: PgColumn): boolean {
  if (value === null) return true
  const isNumeric = column.dataType === 'number' || column.getSQLType() === 'numeric'
  return typeof value === (isNumeric ? 'number' : column.dataType === 'boolean' ? 'boolean' : 'string')
}

/**
 * PostgreSQL could not compare the values with the columns (class 22), so the cursor is not one that the service issued.
 */
export function refuseForgedCursor(error: unknown): never {
  throw error instanceof postgres.PostgresError && error.code.startsWith('22') ? refuse() : error
}

function parse(cursor: string): unknown[] {
  const bytes = Buffer.from(cursor, 'base64url')
  // The decoder ignores characters that are not base64url.
  if (bytes.toString('base64url') !== cursor) return []
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

const digest = (binding: string) => hash('sha256', binding, 'base64url').slice(0, 22)

const refuse = () =>
  invalid({
    in: 'query',
    field: 'cursor',
    code: 'invalid_cursor',
    message:
      'use a cursor only with the filters and sort of the list that returned it; leave it out to start again',
  })
