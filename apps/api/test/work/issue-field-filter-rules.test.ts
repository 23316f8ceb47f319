import type { IssueFieldType } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import { ProblemException } from '../../src/base/problem.ts'
import { type FilterParameter, matchOf, rangeOf } from '../../src/work/issues/issue-field-filters.rules.ts'
import { fieldView } from './issue-states.ts'

const asking = (
  type: IssueFieldType,
  comparison: FilterParameter['comparison'],
  texts: string[],
  name = 'cf_field',
): FilterParameter => ({ name, field: fieldView('field', { type }), comparison, texts })

/** The column and the values that a parameter filters by, or the reasons why it is refused. */
function lookedFor(decide: () => ReturnType<typeof matchOf>): unknown {
  try {
    const { column, operands, isWithout } = decide()
    return { column: column?.name, ...operands, ...(isWithout ? { isWithout } : {}) }
  } catch (error) {
    if (!(error instanceof ProblemException) || !Array.isArray(error.facts.errors)) throw error
    return error.facts.errors.map(({ pointer, code }) => `${pointer} ${code}`)
  }
}

describe('a filter on a custom field', () => {
  const many = Array.from({ length: 101 }, String)
  const rows: [what: string, FilterParameter, outcome: unknown][] = [
    ['by text', asking('text', '=', ['A 12']), { column: 'text_value', any: ['A 12'] }],
    ['by several numbers', asking('integer', '=', ['1', '2']), { column: 'number_value', any: [1, 2] }],
    ['by no number', asking('integer', '=', ['three']), ['cf_field invalid_type']],
    ['by a truth', asking('boolean', '=', ['true']), { column: 'boolean_value', any: ['true'] }],
    ['by no truth', asking('boolean', '=', ['maybe']), ['cf_field not_allowed_value']],
    ['by no record', asking('user', '=', ['somebody']), ['cf_field reference_not_found']],
    ['by no option', asking('select', '=', ['xl']), ['cf_field not_allowed_value']],
    ['by too many values', asking('text', '=', many), ['cf_field too_long']],
    ['by a text that is only read', asking('long_text', '=', ['x']), ['cf_field not_allowed_value']],
    ['for no value', asking('long_text', 'null', ['true']), { isWithout: true }],
    ['for any value', asking('text', 'null', ['false']), {}],
    ['for no value, twice', asking('text', 'null', ['true', 'false']), ['cf_field invalid_type']],
  ]

  test.each(rows)('%s', (_, parameter, outcome) => {
    expect(lookedFor(() => matchOf(parameter))).toEqual(outcome)
  })
})

describe('a range of a custom field', () => {
  const rows: [what: string, FilterParameter[], outcome: unknown][] = [
    ['from a number on', [asking('integer', '>=', ['3'])], { column: 'number_value', gte: 3 }],
    [
      'between two days',
      [asking('date', '>=', ['2026-01-01']), asking('date', '<', ['2026-02-01'])],
      { column: 'date_value', gte: '2026-01-01', lt: '2026-02-01' },
    ],
    ['of texts', [asking('text', '<', ['B'])], ['cf_field not_allowed_value']],
    ['from two numbers', [asking('integer', '>=', ['1', '2'])], ['cf_field invalid_type']],
    ['up to no number', [asking('decimal', '<', ['heavy'], 'cf_field__lt')], ['cf_field__lt invalid_type']],
  ]

  test.each(rows)('%s', (_, ends, outcome) => {
    expect(lookedFor(() => rangeOf(ends))).toEqual(outcome)
  })
})
