import { type SQL, sql } from 'drizzle-orm'
import { invalid } from '../../base/problem.ts'
import type { Reader } from '../../db/statement.ts'
import { customFieldsOf, type FieldView } from '../configuration/issue-fields.repository.ts'
import { seenReferences } from './issue-custom-fields.service.ts'
import {
  type FilterParameter,
  matchOf,
  rangeOf,
  refuse,
  suffixes,
  type ValueFilter,
} from './issue-field-filters.rules.ts'
import { hasMatch, isAmong, isMatch, isNarrow, shapeOf, valuesOf } from './issue-field-matches.repository.ts'
import { type ValueColumn, valueColumns } from './issue-values.rules.ts'

const PREFIX = 'cf_'
const MOST_FILTERS = 10

/** A field to sort by. */
export interface FieldOrder {
  readonly field: FieldView
  readonly column: ValueColumn
  /** The conditions on custom fields, for a query that reads the values of the sorted field in order. */
  readonly conditions: readonly SQL[]
  /** True if the filters exclude every issue without a value of the field. */
  readonly isValued: boolean
}

/** Conditions on custom fields, with the values of their placeholders. */
interface FieldFilters {
  /** Distinguishes lists with different conditions. */
  readonly name: string
  readonly conditions: readonly SQL[]
  readonly values: Readonly<Record<string, unknown>>
}

type Entries = readonly (readonly [name: string, value: unknown])[]

/** Separates the parameters of a query that name custom fields from the others. */
export function apart<Q extends object>(query: Q): { open: Entries; declared: Declared<Q> } {
  const entries = Object.entries(query)
  const declared: unknown = Object.fromEntries(entries.filter(([name]) => !name.startsWith(PREFIX)))
  // The rest are the members whose names do not begin with the prefix.
  return {
    open: entries.filter(([name]) => name.startsWith(PREFIX)),
    declared: declared as Declared<Q>,
  }
}

type Declared<Q> = { [K in keyof Q as K extends `${typeof PREFIX}${string}` ? never : K]: Q[K] }

/** Reads the filters of a query on custom fields, and the field to sort by. */
export async function fieldFilters(
  reader: Reader,
  open: Entries,
  sort: readonly string[] = [],
): Promise<{ filters: FieldFilters; order: FieldOrder | undefined }> {
  const orders = sort.map((one) => one.replace(/^-/, '')).filter((one) => one.startsWith(PREFIX))
  if (open.length === 0 && orders.length === 0)
    return { filters: { name: '', conditions: [], values: {} }, order: undefined }
  const fields = await customFieldsOf(reader)
  if (open.length > MOST_FILTERS)
    refuse('cf_', 'too_long', `a request can have at most ${MOST_FILTERS} parameters of custom fields`)
  const parameters = open.map(([name, value]) => parameterOf(fields, name, [value].flat().map(String)))
  const ordering = orderOf(fields, sort, orders)
  const ranges = parameters.filter(isRanged)
  const filters = [
    ...parameters.filter((one) => !isRanged(one)).map(matchOf),
    ...[...new Set(ranges.map(({ field }) => field))].map((field) =>
      rangeOf(ranges.filter((one) => one.field === field)),
    ),
  ]
  const matches = await Promise.all(filters.map((one) => amongSeen(reader, one)))
  const parts = await Promise.all(
    matches.map((one, at) => conditionOf(reader, one, `cf${at}`, ordering?.field)),
  )
  return {
    filters: {
      name: parts.map(({ name }) => name).join(),
      conditions: parts.map(({ condition }) => condition),
      values: Object.assign({}, ...parts.map(({ values }) => values)),
    },
    order: ordering && {
      ...ordering,
      conditions: parts.map(({ beside, condition }) => beside ?? condition),
      isValued: matches.some(({ field, isWithout }) => field === ordering.field && !isWithout),
    },
  }
}

/** If values name records, limits the filter to records that the caller can see. */
async function amongSeen(reader: Reader, filter: ValueFilter): Promise<ValueFilter> {
  const { any } = filter.operands
  if (!any) return filter
  const seen = await seenReferences(reader, filter.field.type, any.map(String))
  return seen ? { ...filter, operands: { any: seen } } : filter
}

const isRanged = ({ comparison }: FilterParameter) => comparison === '>=' || comparison === '<'

function parameterOf(fields: readonly FieldView[], name: string, texts: readonly string[]): FilterParameter {
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
      message: 'no custom field of issues has this key',
      allowed: fields.map(({ key }) => PREFIX + key),
    })
  return { name, field, comparison, texts }
}

function orderOf(
  fields: readonly FieldView[],
  sort: readonly string[],
  orders: readonly string[],
): Pick<FieldOrder, 'field' | 'column'> | undefined {
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
    refuse('sort', 'not_allowed_value', 'sort can name one custom field, which must come first')
  return { field, column }
}

/** A condition on a field, with the values of its placeholders. */
interface Condition {
  readonly name: string
  readonly condition: SQL
  readonly values: Readonly<Record<string, unknown>>
  /** The same condition for a query that reads the values of the sorted field; undefined if it does not differ. */
  readonly beside?: SQL
}

/**
 * If few values match, they are read first, and the issues by their ids. If many match, each issue is checked. A range of the
 * sorted field is read in the order of its values.
 */
async function conditionOf(
  reader: Reader,
  { field, isWithout, ...filter }: ValueFilter,
  name: string,
  ordered: FieldView | undefined,
): Promise<Condition> {
  const match = { ...filter, name }
  const values = valuesOf(match, field.id)
  const shape = shapeOf(match)
  if (isWithout) return { name: `without ${shape}`, condition: sql`not ${hasMatch(match)}`, values }
  if (field === ordered && !filter.operands.any)
    return {
      name: `ordered ${shape}`,
      condition: hasMatch(match),
      values,
      beside: isMatch('issue_field_values', match),
    }
  if (!(await isNarrow(reader, match, field.id)))
    return { name: `many ${shape}`, condition: hasMatch(match), values }
  return {
    name: `few ${shape}`,
    condition: isAmong('issues.id', match),
    values,
    beside: isAmong('issue_field_values.valued_id', match),
  }
}
