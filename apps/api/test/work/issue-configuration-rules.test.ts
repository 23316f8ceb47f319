import { describe, expect, test } from 'vitest'
import type { MemberOfScreen } from '../../src/work/configuration/issue-configuration.rules.ts'
import { placeErrors } from '../../src/work/configuration/issue-hierarchy.rules.ts'
import {
  type Occasion,
  screenErrors,
  withDefaults,
} from '../../src/work/configuration/issue-screens.rules.ts'
import type { FieldOfType } from '../../src/work/configuration/issue-unfillable.repository.ts'
import { hindrance } from '../../src/work/configuration/issue-unfillable.rules.ts'
import {
  type TransitionRules,
  transitionErrors,
} from '../../src/work/configuration/issue-workflow-transitions.rules.ts'
import { on } from './issue-states.ts'

const codesOf = (errors: readonly { readonly field: string; readonly code: string }[]) =>
  errors.map(({ field, code }) => `${field} ${code}`)

describe('the place of an issue in the hierarchy', () => {
  const rows: [
    what: string,
    level: number,
    around: { readonly above: number | null; readonly below: number | null },
    parent_id: string | null,
    namesParent: boolean,
    errors: string[],
  ][] = [
    ['alone', 0, { above: null, below: null }, null, true, []],
    ['below one of its level', 0, { above: 0, below: null }, 'parent', true, []],
    ['a subtask without a parent', -1, { above: null, below: null }, null, true, ['parent_id required']],
    ['below a lower one', 1, { above: 0, below: null }, 'parent', true, ['parent_id not_allowed_value']],
    [
      'of another type, below a lower one',
      1,
      { above: 0, below: null },
      'parent',
      false,
      ['issue_type not_allowed_value'],
    ],
    ['above a higher one', 0, { above: null, below: 1 }, null, true, ['issue_type not_allowed_value']],
  ]

  test.each(rows)('%s', (_, hierarchy_level, around, parent_id, namesParent, errors) => {
    const type = { key: 'task', hierarchy_level }
    expect(codesOf(placeErrors(type, around, { parent_id, namesParent }))).toEqual(errors)
  })
})

describe('a screen', () => {
  const required = { is_required: true }
  const rows: [
    what: string,
    over: Partial<MemberOfScreen>,
    Occasion,
    body: object,
    after: object,
    errors: string[],
  ][] = [
    ['requires a value of a new issue', required, 'create', {}, {}, ['/details/impact required']],
    ['requires a value for a move', required, 'transition', {}, {}, ['/details/impact required']],
    ['is content with the stored value', required, 'create', {}, { details: { impact: 'high' } }, []],
    ['requires nothing of another change', required, 'update', { title: 'Other' }, {}, []],
    [
      'requires a value where a change clears it',
      required,
      'update',
      { details: { impact: null } },
      { details: { impact: null } },
      ['/details/impact required'],
    ],
    [
      'requires a value with every change where it says so',
      { ...required, enforce_on_update: true },
      'update',
      { title: 'Other' },
      {},
      ['/details/impact required'],
    ],
    [
      'hides a member',
      { is_hidden: true },
      'create',
      { details: { impact: 'low' } },
      {},
      ['/details/impact read_only'],
    ],
    [
      'makes a member read-only',
      { ...required, is_read_only: true },
      'update',
      { details: { impact: null } },
      {},
      ['/details/impact read_only'],
    ],
    ['hides what is left out', { is_hidden: true }, 'create', {}, {}, []],
  ]

  test.each(rows)('%s', (_, over, occasion, body, after, errors) => {
    const screen = [on('task create', 'details.impact', over)]
    expect(codesOf(screenErrors(screen, occasion, body, after))).toEqual(errors)
  })

  test.each<[body: object, default_value: unknown, filled: object]>([
    [{}, 'high', { details: { impact: 'high' } }],
    [{ details: { urgency: 'low' } }, 'high', { details: { urgency: 'low', impact: 'high' } }],
    [{ details: { impact: null } }, 'high', { details: { impact: null } }],
    [{}, null, {}],
  ])('fills %j with the default %j', (body, default_value, filled) => {
    expect(withDefaults([on('task create', 'details.impact', { default_value })], body)).toEqual(filled)
  })
})

describe('whether a screen hinders new issues', () => {
  const field: FieldOfType = {
    type_key: 'task',
    subtype: 'task',
    screen_key: 'short',
    field_key: 'room',
    path: 'custom_fields.room',
    is_system: false,
    is_required: true,
    is_required_by_screen: false,
    is_read_only: false,
    is_hidden: true,
    default_value: null,
    screen_default: null,
  }
  const system = { is_system: true, is_required: false }
  const rows: [what: string, over: Partial<FieldOfType>, isHindered: boolean][] = [
    ['where a required field is hidden', {}, true],
    ['where it is read-only', { is_hidden: false, is_read_only: true }, true],
    ['where it is shown', { is_hidden: false }, false],
    ['where it has a default', { default_value: 'A 12' }, false],
    ['where the screen gives it a default', { screen_default: 'A 12' }, false],
    ['where nobody requires it', { is_required: false }, false],
    ['where the screen hides and requires it', { is_required: false, is_required_by_screen: true }, true],
    ['where the title is hidden', { ...system, path: 'title' }, true],
    ['where the title is hidden, with a default', { ...system, path: 'title', screen_default: 'New' }, true],
    ['where the asset of a repair is hidden', { ...system, subtype: 'repair', path: 'asset_ids' }, true],
    ['where a required system field is hidden', { is_system: true, path: 'priority' }, false],
    ['where the assets of a task are hidden', { ...system, path: 'asset_ids' }, false],
    [
      'where the screen requires what its issues do not have',
      { ...system, is_hidden: false, is_required_by_screen: true, path: 'details.impact' },
      true,
    ],
  ]

  test.each(rows)('%s: %j %s', (_, over, isHindered) => {
    expect(hindrance({ ...field, ...over }) !== undefined).toBe(isHindered)
  })
})

describe('a transition', () => {
  const definition = { options: [], minimum: null, maximum: null, min_length: null, max_length: null }
  const room = {
    ...definition,
    id: 'room',
    key: 'room',
    path: 'custom_fields.room',
    type: 'text' as const,
    pattern: null,
    json_schema: null,
    is_system: false,
    is_unique: false,
    is_required: false,
  }
  const rules: TransitionRules = {
    required_fields: [],
    allowed_group_ids: [],
    allowed_actors: [],
    condition: {},
    set_fields: {},
    allowed_values: {},
  }
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`custom_fields.f${n}`, 1]))
  const rows: [what: string, over: Partial<TransitionRules>, errors: string[]][] = [
    ['that requires a field', { required_fields: ['room'] }, []],
    ['that requires no field', { required_fields: ['hall'] }, ['/required_fields/0 not_allowed_value']],
    [
      'that requires a field twice',
      { required_fields: ['room', 'room'] },
      ['/required_fields/1 not_allowed_value'],
    ],
    ['of a group twice', { allowed_group_ids: ['a', 'b', 'a'] }, ['/allowed_group_ids/2 not_allowed_value']],
    ['with a condition on a field', { condition: { 'custom_fields.room': 'A 12' } }, []],
    [
      'with a condition on several values',
      { condition: { 'custom_fields.room': ['A 12'] } },
      ['/condition/custom_fields.room invalid_type'],
    ],
    ['that sets several values', { set_fields: { 'custom_fields.room': ['A 12'] } }, []],
    ['that sets no field', { set_fields: { 'a/b~c': 1 } }, ['/set_fields/a~1b~0c not_allowed_value']],
    [
      'that allows values of no field',
      { allowed_values: { hall: ['A'] } },
      ['/allowed_values/hall not_allowed_value'],
    ],
    ['with too many conditions', { condition: many }, ['condition too_long']],
  ]

  test.each(rows)('%s', (_, over, errors) => {
    expect(codesOf(transitionErrors({ ...rules, ...over }, [room]))).toEqual(errors)
  })
})
