import { hash } from 'node:crypto'
import type { PgColumn } from 'drizzle-orm/pg-core'
import postgres from 'postgres'
import { invalid } from '../base/problem.ts'
import type { SortKey } from './list.ts'

/**
 * Where a page starts: the sort values of the last record of the page before. Bound to tenant, filters and order,
 * so that a cursor is never used where it makes no sense. Opaque, not secret.
 */
export function writeCursor(binding: string, values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([digest(binding), ...values])).toString('base64url')
}

/** A cursor that was read. */
export interface Cursor {
  readonly values: unknown[]
  /** Refuses a cursor of another tenant, filter or order. */
  assertBoundTo(binding: string): void
}

/** Reads a cursor of the sort keys; a problem when it is broken, or holds what the columns cannot be compared with. */
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

/** A cursor holds what its columns hold: numbers, true and false, and text for all the rest. */
function isComparable(value: unknown, column: PgColumn): boolean {
  if (value === null) return true
  const isNumeric = column.dataType === 'number' || column.getSQLType() === 'numeric'
  return typeof value === (isNumeric ? 'number' : column.dataType === 'boolean' ? 'boolean' : 'string')
}

/** Values that PostgreSQL cannot compare with the columns (class 22) came from no cursor of ours. */
export function refuseForgedCursor(error: unknown): never {
  throw error instanceof postgres.PostgresError && error.code.startsWith('22') ? refuse() : error
}

function parse(cursor: string): unknown[] {
  const bytes = Buffer.from(cursor, 'base64url')
  // The decoder passes over what is no base64url.
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
