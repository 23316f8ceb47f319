import { type EndpointSpec, type ExportType, shapeOf } from '@commonhold/contract'
import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import { invalid } from '../base/problem.ts'
import { inclusionsOf } from './include.ts'

/** A record of a list. */
export type Row = Readonly<Record<string, unknown>>

/**
 * The columns of an export: the requested ones, or every member of the records. `names` are the names of the included records.
 */
export function columnsOf(
  endpoint: EndpointSpec,
  names: readonly string[],
  requested: readonly string[] | undefined,
): readonly string[] {
  const of = inclusionsOf(endpoint)
  const isAbsent = (member: string) =>
    member in of ? !names.includes(member) : member === 'hidden' && names.length === 0
  const members = Object.keys(shapeOf(recordOf(endpoint))).filter((member) => !isAbsent(member))
  const unknown = requested?.filter((column) => !members.includes(memberOf(column))) ?? []
  if (unknown.length > 0)
    throw invalid({
      in: 'query',
      field: 'columns',
      code: 'not_allowed_value',
      message: `the records have no column ${unknown.join(', ')}; list included records in \`include\`, too`,
      allowed: members,
    })
  // An included record has one column for each of its members.
  return (
    requested ??
    members.flatMap((member) => of[member]?.shows.map((shown) => `${member}.${shown}`) ?? [member])
  )
}

function recordOf({ success }: EndpointSpec): z.core.$ZodType | undefined {
  return 'body' in success && success.body instanceof z.ZodArray ? success.body.element : undefined
}

const memberOf = (column: string) => column.split('.')[0] ?? column

/** The value of a column: of a member, or of a member of an included record or object. */
function memberAt(row: Row, column: string): unknown {
  let value: unknown = row
  for (const name of column.split('.'))
    value =
      value !== null && typeof value === 'object' && Object.hasOwn(value, name)
        ? Reflect.get(value, name)
        : undefined
  return value ?? null
}

/** Serializes a page of records; `isFirst` is true for the first page of the export. */
export type WriteRows = (rows: readonly Row[], isFirst: boolean) => string

/** The serializer of an export: a table (CSV, RFC 4180), or one JSON value per line. */
export function writerOf(type: ExportType, columns: readonly string[], isWhole: boolean): WriteRows {
  if (type === 'text/csv')
    return (rows, isFirst) =>
      stringify(
        rows.map((row) => columns.map((column) => memberAt(row, column))),
        {
          columns: [...columns],
          header: isFirst,
          record_delimiter: 'windows',
          // By default, the library quotes only the line breaks that are its delimiter.
          quoted_match: /[\r\n]/,
          // A spreadsheet program would evaluate a cell that begins like a formula.
          escape_formulas: true,
          cast,
        },
      )
  const line = (row: Row) =>
    JSON.stringify(
      isWhole ? row : Object.fromEntries(columns.map((column) => [column, memberAt(row, column)])),
    )
  return (rows) => rows.map((row) => `${line(row)}\n`).join('')
}

/** Booleans, lists and objects are written as JSON. */
const cast = { boolean: String, object: (value: object) => JSON.stringify(value) }

/** Rejects `columns` when the response is not an export. */
export function assertNoColumns(query: unknown): void {
  if (query === null || typeof query !== 'object' || !('columns' in query)) return
  throw invalid({
    in: 'query',
    field: 'columns',
    code: 'not_allowed_value',
    message: 'selects the columns of an export; send Accept: text/csv or application/x-ndjson with it',
  })
}
