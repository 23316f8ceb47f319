import { issueFieldTypes } from '@commonhold/contract'
import { expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { checkFieldValue, type FieldDefinition } from '../../src/work/fields/custom-fields.rules.ts'
import { schemaErrors } from '../../src/work/fields/json-schemas.rules.ts'

const definition = (changes: Partial<FieldDefinition>): FieldDefinition => ({
  type: 'text',
  options: [],
  minimum: null,
  maximum: null,
  min_length: null,
  max_length: null,
  pattern: null,
  json_schema: null,
  ...changes,
})
const option = (key: string, is_active = true) => ({ key, label: key, color: null, position: 1, is_active })
const colours = [option('red'), option('green'), option('grey', false)]
const reading = {
  type: 'object',
  required: ['value'],
  additionalProperties: false,
  properties: {
    value: { type: 'number', minimum: 0 },
    unit: { enum: ['C', 'F'] },
    tags: { items: { type: 'string' }, maxItems: 2 },
  },
}
const id = newId()

/** The stored form of a value, or the errors in it. */
const outcome = (field: Partial<FieldDefinition>, value: unknown, before?: unknown) => {
  const { value: stored, problems } = checkFieldValue(definition(field), value, before)
  return problems.length === 0 ? stored : problems.map(({ pointer, code }) => `${pointer} ${code}`.trim())
}

test.each(issueFieldTypes)('%s may be without a value', (type) => {
  expect(outcome({ type }, null)).toBeNull()
})

test.each<[Partial<FieldDefinition>, unknown, unknown]>([
  [{ type: 'text' }, '  A 12 ', 'A 12'],
  [{ type: 'text', pattern: '^[A-Z] \\d+$' }, 'A 12', 'A 12'],
  [{ type: 'text', max_length: 2 }, '😀😀', '😀😀'],
  [{ type: 'long_text' }, 'x'.repeat(65_535), 'x'.repeat(65_535)],
  [{ type: 'integer', minimum: 1, maximum: 3 }, 3, 3],
  [{ type: 'decimal', minimum: 0.5 }, 0.5, 0.5],
  [{ type: 'boolean' }, false, false],
  [{ type: 'date' }, '2028-02-29', '2028-02-29'],
  [{ type: 'datetime' }, '2026-01-01T01:00:00+01:00', '2026-01-01T00:00:00.000Z'],
  [{ type: 'url' }, 'https://example.org/a?b=c', 'https://example.org/a?b=c'],
  [{ type: 'email' }, 'ada@example.org', 'ada@example.org'],
  [{ type: 'select', options: colours }, 'red', 'red'],
  [{ type: 'multi_select', options: colours }, ['green', 'red'], ['green', 'red']],
  [{ type: 'multi_select', options: colours }, [], []],
  [{ type: 'asset' }, id.toLowerCase(), id],
  [{ type: 'json' }, { any: ['thing', 1, null] }, { any: ['thing', 1, null] }],
  [
    { type: 'json', json_schema: reading },
    { value: 3, unit: 'C', tags: ['a'] },
    { value: 3, unit: 'C', tags: ['a'] },
  ],
])('%j takes %j', (field, value, stored) => {
  expect(outcome(field, value)).toEqual(stored)
})

test.each<[Partial<FieldDefinition>, unknown, string[]]>([
  [{ type: 'text' }, 3, ['invalid_type']],
  [{ type: 'text' }, '  ', ['too_short']],
  [{ type: 'text', min_length: 3 }, 'ab', ['too_short']],
  [{ type: 'text', max_length: 2 }, 'abc', ['too_long']],
  [{ type: 'text' }, 'x'.repeat(1_001), ['too_long']],
  [{ type: 'text', pattern: 'x' }, 'x'.repeat(256), ['too_long']],
  [{ type: 'text', pattern: '^[A-Z]$' }, 'a', ['invalid_format']],
  [{ type: 'long_text' }, 'x'.repeat(65_536), ['too_long']],
  [{ type: 'integer' }, 1.5, ['invalid_type']],
  [{ type: 'integer' }, '1', ['invalid_type']],
  [{ type: 'integer' }, 1e300, ['out_of_range']],
  [{ type: 'integer', minimum: 1 }, 0, ['out_of_range']],
  [{ type: 'decimal', maximum: 1 }, 1.01, ['out_of_range']],
  [{ type: 'boolean' }, 'true', ['invalid_type']],
  [{ type: 'date' }, '2026-02-29', ['invalid_format']],
  [{ type: 'date' }, 20260101, ['invalid_type']],
  [{ type: 'datetime' }, '2026-01-01T01:00:00', ['invalid_format']],
  [{ type: 'url' }, 'javascript:alert(1)', ['invalid_format']],
  [{ type: 'url' }, 'example.org', ['invalid_format']],
  [{ type: 'email' }, 'ada', ['invalid_format']],
  [{ type: 'select', options: colours }, 'blue', ['not_allowed_value']],
  [{ type: 'select', options: colours }, 'grey', ['not_allowed_value']],
  [{ type: 'select', options: colours }, ['red'], ['invalid_type']],
  [{ type: 'multi_select', options: colours }, 'red', ['invalid_type']],
  [
    { type: 'multi_select', options: colours },
    ['red', 'blue', 'red', 1],
    ['/1 not_allowed_value', '/2 not_allowed_value', '/3 invalid_type'],
  ],
  [{ type: 'multi_select', options: colours }, Array(101).fill('red'), ['too_long']],
  [{ type: 'person' }, 'nobody', ['reference_not_found']],
  [{ type: 'user' }, 12, ['invalid_type']],
  [{ type: 'json', json_schema: reading }, 3, ['not_allowed_value']],
  [{ type: 'json', json_schema: reading }, {}, ['not_allowed_value']],
  [
    { type: 'json', json_schema: reading },
    { value: -1, unit: 'K', tags: [1, 'a'], 'a/b': 1 },
    [
      '/value not_allowed_value',
      '/unit not_allowed_value',
      '/tags/0 not_allowed_value',
      '/a~1b not_allowed_value',
    ],
  ],
])('%j refuses %j', (field, value, problems) => {
  expect(outcome(field, value)).toEqual(problems)
})

test('an option that is not active any more stays where it is chosen', () => {
  expect(outcome({ type: 'select', options: colours }, 'grey', 'grey')).toBe('grey')
  expect(outcome({ type: 'multi_select', options: colours }, ['red', 'grey'], ['grey'])).toEqual([
    'red',
    'grey',
  ])
})

test('the error of a choice lists the allowed ones', () => {
  const { problems } = checkFieldValue(definition({ type: 'select', options: colours }), 'blue')
  expect(problems[0]?.allowed).toEqual(['red', 'green'])
})

test.each([
  [true, ' must be a JSON Schema object'],
  [{ type: 'text' }, '/type must be one of'],
  [{ $ref: '#' }, '/$ref is not supported'],
  [{ properties: { a: { items: [] } } }, '/properties/a/items must be a'],
  [{ enum: [] }, '/enum must be a list'],
  [{ required: 'a' }, '/required must be a list of names'],
  [{ minItems: -1 }, '/minItems must be a whole number'],
  [{ additionalProperties: { type: [] } }, '/additionalProperties/type must be one of'],
])('the schema %j is refused', (schema, expected) => {
  expect(schemaErrors(schema).map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
    expect.stringContaining(expected),
  ])
})

test('a schema has a limit to its levels', () => {
  let schema: unknown = { type: 'null' }
  for (let level = 0; level < 16; level += 1) schema = { items: schema }
  expect(schemaErrors(schema)).toEqual([])
  expect(schemaErrors({ items: schema })).toHaveLength(1)
})
