import {
  day,
  type IssueFieldType,
  instant,
  issueFieldReferences,
  queryNumber,
  reference,
  text,
} from '@commonhold/contract'
import { z } from 'zod'
import { type FieldError, invalid } from '../../base/problem.ts'
import { errorsOf } from '../../base/validation-errors.ts'
import type { FieldView } from '../configuration/issue-fields.repository.ts'
import type { FieldMatch } from './issue-field-matches.repository.ts'
import { FOUND_TEXT_LENGTH, type ValueColumn, valueColumns } from './issue-values.rules.ts'

const MOST_VALUES = 100

export const suffixes = { __gte: '>=', __lt: '<', __is_null: 'null' } as const
type Comparison = '=' | (typeof suffixes)[keyof typeof suffixes]

/** A filter on one custom field. */
export interface FilterParameter {
  readonly name: string
  readonly field: FieldView
  readonly comparison: Comparison
  readonly texts: readonly string[]
}

/** A filter for issues that have certain values of a field or, if `isWithout`, do not have them. */
export interface ValueFilter extends Omit<FieldMatch, 'name'> {
  readonly field: FieldView
  readonly isWithout: boolean
}

/** The filter of one parameter that is not a bound of a range. */
export function matchOf({ name, field, comparison, texts }: FilterParameter): ValueFilter {
  if (comparison === 'null') {
    const isWithout = oneOf(name, texts, z.enum(['true', 'false'])) === 'true'
    return { field, isWithout, column: undefined, operands: {} }
  }
  const column = columnOf(name, field)
  if (texts.length > MOST_VALUES) refuse(name, 'too_long', `must have at most ${MOST_VALUES} values`)
  const any = texts.map((one) => oneOf(name, [one], readers[field.type] ?? anyText))
  assertOptions(name, field, any)
  return { field, isWithout: false, column, operands: { any } }
}

function columnOf(name: string, { type }: FieldView): ValueColumn {
  const column = valueColumns[type]
  if (column) return column
  return refuse(name, 'not_allowed_value', `a field of the type ${type} can only be filtered with __is_null`)
}

/** One filter for both bounds of a range of a field. */
export function rangeOf(ends: readonly FilterParameter[]): ValueFilter {
  const bounds = ends.map(({ name, field, comparison, texts }) => {
    const column = columnOf(name, field)
    if (!ranged.includes(field.type))
      refuse(name, 'not_allowed_value', 'only numbers, days and date-times can be filtered by a range')
    const bound = oneOf(name, texts, readers[field.type] ?? anyText)
    return { field, column, operands: comparison === '<' ? { lt: bound } : { gte: bound } }
  })
  const [first] = bounds
  if (!first) throw new Error('a range has an end')
  return {
    ...first,
    isWithout: false,
    operands: Object.assign({}, ...bounds.map(({ operands }) => operands)),
  }
}

const ranged: readonly IssueFieldType[] = ['integer', 'decimal', 'date', 'datetime']

const anyText = text(FOUND_TEXT_LENGTH)
const anyId = reference('the record')

/** The schema that parses the text of a parameter, by the type of the field. */
const readers: Partial<Record<IssueFieldType, z.ZodType>> = {
  integer: queryNumber(z.number()),
  decimal: queryNumber(z.number()),
  boolean: z.enum(['true', 'false']),
  date: day(),
  datetime: instant(),
  ...Object.fromEntries(issueFieldReferences.map((type) => [type, anyId])),
}

/** The parsed value of a parameter. Throws if the parameter is given more than once. */
function oneOf(name: string, [only, ...more]: readonly string[], schema: z.ZodType): unknown {
  if (more.length > 0) refuse(name, 'invalid_type', 'must be given once')
  const read = z.safeParse(z.object({ [name]: schema }), { [name]: only }, { reportInput: true })
  if (read.success) return read.data[name]
  throw invalid(...errorsOf(read.error.issues, 'query'))
}

/** Throws if a value is not the key of an option: a mistyped key would return an empty list. */
function assertOptions(name: string, { type, options }: FieldView, values: readonly unknown[]): void {
  const keys = options.map(({ key }) => key)
  if (
    (type === 'select' || type === 'multi_select') &&
    !values.every((value) => keys.includes(String(value)))
  )
    refuse(name, 'not_allowed_value', 'must be the key of an option', keys)
}

/** Throws the error of a query parameter. */
export function refuse(field: string, code: FieldError['code'], message: string, allowed?: string[]): never {
  throw invalid({ in: 'query', field, code, message, ...(allowed ? { allowed } : {}) })
}
