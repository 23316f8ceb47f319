import { expect, test } from 'vitest'
import { customValues } from '../../src/work/issues/issue-custom-values.rules.ts'
import { fieldView } from './issue-states.ts'

const all = [
  fieldView('room'),
  fieldView('seats', { type: 'integer' }),
  fieldView('old', { is_active: false }),
  fieldView('floor', { default_value: 'ground' }),
  fieldView('vendor', { issue_type_ids: ['change'], is_required: true }),
  fieldView('window', { issue_type_ids: ['change'], default_value: 'night' }),
]

type Values = Readonly<Record<string, unknown>>
const made = { typeId: 'task', formerTypeId: null }
const changed = { typeId: 'task', formerTypeId: 'task' }
const converted = { typeId: 'change', formerTypeId: 'task' }
const leaving = { typeId: 'task', formerTypeId: 'change' }

const rows: [
  what: string,
  types: Parameters<typeof customValues>[1],
  given: Values | undefined,
  before: Values,
  values: Values,
  errors?: string[],
][] = [
  ['a new issue gets defaults', made, { room: 'A 12' }, {}, { floor: 'ground', room: 'A 12' }],
  ['a value that is given goes before its default', made, { floor: 'first' }, {}, { floor: 'first' }],
  ['null is no value, and goes before the default, too', made, { floor: null }, {}, {}],
  ['a change gets no defaults', changed, { room: 'B 1' }, { room: 'A 12' }, { room: 'B 1' }],
  [
    'a change without values keeps them',
    changed,
    undefined,
    { room: 'A 12', old: 'x' },
    { room: 'A 12', old: 'x' },
  ],
  [
    'a value of another kind is rejected',
    changed,
    { seats: 'many' },
    {},
    {},
    ['/custom_fields/seats invalid_type'],
  ],
  ['no field has the key', changed, { hall: 'x' }, {}, {}, ['/custom_fields/hall unknown_field']],
  ['a field of another type', changed, { vendor: 'x' }, {}, {}, ['/custom_fields/vendor unknown_field']],
  ['a field that is not active', changed, { old: 'x' }, {}, {}, ['/custom_fields/old unknown_field']],
  ['a field that is not active can be cleared', changed, { old: null }, { old: 'x' }, {}],
  ['a value that the type does not have can be cleared', changed, { vendor: null }, { vendor: 'x' }, {}],
  [
    'another type brings its defaults, and needs what it requires',
    converted,
    undefined,
    {},
    { window: 'night' },
    ['/custom_fields/vendor required'],
  ],
  [
    'another type brings no defaults of fields that the issue had',
    converted,
    { vendor: 'x' },
    { room: 'A 12' },
    { room: 'A 12', window: 'night', vendor: 'x' },
  ],
  ['what another type does not have stays', leaving, undefined, { vendor: 'x' }, { vendor: 'x' }],
  [
    'a required value is not cleared',
    { typeId: 'change', formerTypeId: 'change' },
    { vendor: null },
    { vendor: 'x' },
    {},
    ['/custom_fields/vendor required'],
  ],
  [
    'a required value that lacks is no error of another change',
    { typeId: 'change', formerTypeId: 'change' },
    { room: 'B' },
    {},
    { room: 'B' },
  ],
]

test.each(rows)('%s', (_, types, given, before, values, errors = []) => {
  const outcome = customValues(all, types, given, before)
  expect(outcome.errors.map((error) => `${error.field} ${error.code}`)).toEqual(errors)
  expect(outcome.values).toEqual(values)
})
