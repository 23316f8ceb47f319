import { hash } from 'node:crypto'
import { invalid } from './problem.ts'

/**
 * Where a page starts: the sort values of the last record of the page before. Bound to tenant, filters and order,
 * so that a cursor is never used where it makes no sense. Opaque, not secret.
 */
export function writeCursor(binding: string, values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([digest(binding), ...values])).toString('base64url')
}

/** The sort values in a cursor; a problem when it is broken or was made for another list. */
export function readCursor(cursor: string, binding: string, count: number): unknown[] {
  const [mark, ...values] = parse(cursor)
  const isPlain = values.every(
    (value) =>
      value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean',
  )
  if (mark !== digest(binding) || values.length !== count || !isPlain) throw refuse()
  return values
}

function parse(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
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
    message: 'start again without it; a cursor is good for the list that it came from',
  })
