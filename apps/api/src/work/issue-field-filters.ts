import {
  day,
  type IssueFieldType,
  instant,
  issueFieldReferences,
  queryNumber,
  text,
} from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { faultsOf } from '../kernel/faults.ts'
import { type Fault, invalid } from '../kernel/problem.ts'
import type { Reader } from '../kernel/statement.ts'
import { visibleReferences } from './issue-custom-fields.ts'
import { customFieldsOf, type FieldView } from './issue-fields.repository.ts'
import { FOUND_TEXT_LENGTH, type ValueColumn, valueColumns } from './issue-values.repository.ts'

const PREFIX = 'cf_'
const MOST_VALUES = 100
const MOST_FILTERS = 10

const suffixes = { __gte: '>=', __lt: '<', __is_null: 'null' } as const
type Comparison = '=' | (typeof suffixes)[keyof typeof suffixes]

/** What is asked of one custom field. */
interface Asked {
  readonly name: string
  readonly field: FieldView
  readonly comparison: Comparison
  readonly texts: readonly string[]
}

/** A field to sort by. */
export interface FieldOrder {
  readonly field: FieldView
  readonly column: ValueColumn
}

/** Conditions on custom fields, with the values of their placeholders. */
interface FieldFilters {
  /** Tells lists with different conditions apart. */
  readonly name: string
  readonly conditions: readonly SQL[]
  readonly values: Readonly<Record<string, unknown>>
}

type Entries = readonly (readonly [name: string, value: unknown])[]

/** The parameters of a query that name custom fields, and the others. */
export function apart<Q extends object>(query: Q): { open: Entries; declared: Declared<Q> } {
  const entries = Object.entries(query)
  const declared: unknown = Object.fromEntries(entries.filter(([name]) => !name.startsWith(PREFIX)))
  // What is left are the members whose names do not begin so.
  return {
    open: entries.filter(([name]) => name.startsWith(PREFIX)),
    declared: declared as Declared<Q>,
  }
}

type Declared<Q> = { [K in keyof Q as K extends `${typeof PREFIX}${string}` ? never : K]: Q[K] }

/** Reads what a query asks of custom fields: filters, and the field to sort by. */
export async function fieldsAsked(
  reader: Reader,
  open: Entries,
  sort: readonly string[] = [],
): Promise<{ filters: FieldFilters; order: FieldOrder | undefined }> {
  const orders = sort.map((one) => one.replace(/^-/, '')).filter((one) => one.startsWith(PREFIX))
  if (open.length === 0 && orders.length === 0)
    return { filters: { name: '', conditions: [], values: {} }, order: undefined }
  const fields = await customFieldsOf(reader)
  if (open.length > MOST_FILTERS)
    refuse('cf_', 'too_long', `at most ${MOST_FILTERS} parameters of custom fields at once`)
  const asked = open.map(([name, value]) => askedOf(fields, name, [value].flat().map(String)))
  const order = orderOf(fields, sort, orders)
  const parts = await Promise.all(asked.map((one, at) => conditionOf(reader, one, at)))
  return {
    filters: {
      name: parts.map(({ name }) => name).join(),
      conditions: parts.map(({ condition }) => condition),
      values: Object.assign({}, ...parts.map(({ values }) => values)),
    },
    order,
  }
}

function askedOf(fields: readonly FieldView[], name: string, texts: readonly string[]): Asked {
  const named = name.slice(PREFIX.length)
  const exact = fields.find(({ key }) => key === named)
  if (exact) return { name, field: exact, comparison: '=', texts }
  const [suffix, comparison] = Object.entries(suffixes).find(([one]) => named.endsWith(one)) ?? [
    '',
    '=' as const,
  ]
  const field = fields.find(({ key }) => key === named.slice(0, named.length - suffix.length))
  if (!field || suffix === '')
    throw invalid({
      in: 'query',
      field: name,
      code: 'unknown_parameter',
      message: 'issues have no field with this key',
      allowed: fields.map(({ key }) => PREFIX + key),
    })
  return { name, field, comparison, texts }
}

function orderOf(
  fields: readonly FieldView[],
  sort: readonly string[],
  orders: readonly string[],
): FieldOrder | undefined {
  const [only] = orders
  if (only === undefined) return undefined
  const field = fields.find(({ key }) => PREFIX + key === only)
  const column = field && valueColumns[field.type]
  const sortable = fields.filter(({ type }) => valueColumns[type] && type !== 'multi_select')
  if (!column || !sortable.includes(field))
    refuse(
      'sort',
      'not_allowed_value',
      `issues cannot be sorted by ${only}`,
      sortable.map(({ key }) => PREFIX + key),
    )
  if (orders.length > 1 || sort[0]?.replace(/^-/, '') !== only)
    refuse('sort', 'not_allowed_value', 'one custom field can be sorted by, in the first place')
  return { field, column }
}

async function conditionOf(reader: Reader, { name, field, comparison, texts }: Asked, at: number) {
  const column = valueColumns[field.type]
  const id = `cf${at}.field`
  const having = (condition: SQL) =>
    sql`exists (select from issue_field_values v where v.tenant_id = issues.tenant_id and v.issue_id = issues.id and v.field_id = ${sql.placeholder(id)}${condition})`
  if (comparison === 'null') {
    const isNull = oneOf(name, texts, z.enum(['true', 'false'])) === 'true'
    const condition = isNull ? sql`not ${having(sql``)}` : having(sql``)
    return { name: `cf${isNull ? '-' : '+'}`, condition, values: { [id]: field.id } }
  }
  if (!column)
    refuse(
      name,
      'not_allowed_value',
      `by a field of the type ${field.type} issues are filtered only with __is_null`,
    )
  const member = sql.raw(`v.${column.name}`)
  const value = `cf${at}.value`
  const given = sql.placeholder(value)
  if (comparison === '=') {
    if (texts.length > MOST_VALUES) refuse(name, 'too_long', `must have at most ${MOST_VALUES}`)
    const values = texts.map((one) => oneOf(name, [one], readers[field.type] ?? anyText))
    await assertNamed(reader, name, field, values)
    const condition = having(sql` and ${member} = any(${given}::${sql.raw(column.sqlType)}[])`)
    return { name: `cf=${column.name}`, condition, values: { [id]: field.id, [value]: values } }
  }
  if (!ranged.includes(field.type))
    refuse(name, 'not_allowed_value', 'only numbers, days and moments have a range')
  // Many may be within a range: `offset 0` has the issues asked one by one in their order, not gathered beforehand.
  const condition = having(
    sql` and ${member} ${sql.raw(comparison)} ${given}::${sql.raw(column.sqlType)} offset 0`,
  )
  const bound = oneOf(name, texts, readers[field.type] ?? anyText)
  return { name: `cf${comparison}${column.name}`, condition, values: { [id]: field.id, [value]: bound } }
}

const ranged: readonly IssueFieldType[] = ['integer', 'decimal', 'date', 'datetime']

const anyText = text(FOUND_TEXT_LENGTH)
const anyId = z.string().toUpperCase()

/** How the text of a parameter is read, by the type of the field. */
const readers: Partial<Record<IssueFieldType, z.ZodType>> = {
  integer: queryNumber(z.number()),
  decimal: queryNumber(z.number()),
  boolean: z.enum(['true', 'false']),
  date: day(),
  datetime: instant(),
  ...Object.fromEntries(issueFieldReferences.map((type) => [type, anyId])),
}

/** The one value of a parameter. */
function oneOf(name: string, [only, ...more]: readonly string[], schema: z.ZodType): unknown {
  if (more.length > 0) refuse(name, 'invalid_type', 'must be given once')
  const read = z.safeParse(z.object({ [name]: schema }), { [name]: only }, { reportInput: true })
  if (read.success) return read.data[name]
  throw invalid(...faultsOf(read.error.issues, 'query'))
}

/** A mistyped option or id would list nothing. */
async function assertNamed(
  reader: Reader,
  name: string,
  { type, options }: FieldView,
  values: readonly unknown[],
): Promise<void> {
  const keys = options.map(({ key }) => key)
  if (
    (type === 'select' || type === 'multi_select') &&
    !values.every((value) => keys.includes(String(value)))
  )
    refuse(name, 'not_allowed_value', 'must be the key of an option', keys)
  const visible = await visibleReferences(reader, type, values.map(String))
  if (visible && values.some((value) => !visible.includes(String(value))))
    refuse(name, 'reference_not_found', 'no such record is visible in the selected tenant')
}

function refuse(field: string, code: Fault['code'], message: string, allowed?: string[]): never {
  throw invalid({ in: 'query', field, code, message, ...(allowed ? { allowed } : {}) })
}
