import type { IssueFieldType } from '@commonhold/contract'
import type { FieldError } from '../../base/problem.ts'
import {
  checkFieldValue,
  type FieldDefinition,
  MATCHED_MAX_LENGTH,
  textLimits,
} from '../fields/custom-fields.rules.ts'
import { schemaErrors } from '../fields/json-schemas.rules.ts'
import { patternError } from '../fields/patterns.rules.ts'

/** The members of a field that the rules check. */
export interface FieldRules extends FieldDefinition {
  readonly is_unique: boolean
  readonly is_searchable: boolean
  readonly default_value: unknown
  readonly reference_type: string | null
}

const SCHEMA_MAX_LENGTH = 16_384

const texts: readonly IssueFieldType[] = ['text', 'long_text', 'url', 'email']
/** True for types with text values, which can be searched. */
export const isText = (type: IssueFieldType): boolean => texts.includes(type)

const numbers: readonly IssueFieldType[] = ['integer', 'decimal']
const choices: readonly IssueFieldType[] = ['select', 'multi_select']
/** Types whose values can be compared for uniqueness. */
const comparable: readonly IssueFieldType[] = [
  'text',
  'url',
  'email',
  'integer',
  'decimal',
  'date',
  'datetime',
]

/** Members that only some types have. They must be null for all other types. */
const particular: readonly (readonly [keyof FieldRules, readonly IssueFieldType[]])[] = [
  ['minimum', numbers],
  ['maximum', numbers],
  ['min_length', texts],
  ['max_length', texts],
  ['pattern', ['text']],
  ['json_schema', ['json']],
]

/** All errors of the definition of a field. */
export function fieldErrors(field: FieldRules): FieldError[] {
  const errors = [
    ...particular.flatMap(([member, types]): FieldError[] =>
      field[member] === null || types.includes(field.type)
        ? []
        : [
            {
              field: member,
              code: 'must_be_null',
              message: `must be null unless the type is ${types.join(' or ')}`,
            },
          ],
    ),
    ...flagErrors(field),
    ...optionErrors(field),
    ...boundErrors(field),
    ...patternErrors(field),
    ...schemaErrorsOf(field),
  ]
  // The default is checked only when the definition itself is valid.
  return errors.length > 0 ? errors : defaultErrors(field)
}

function flagErrors({ type, is_unique, is_searchable }: FieldRules): FieldError[] {
  const errors: FieldError[] = []
  if (is_unique && !comparable.includes(type))
    errors.push({
      field: 'is_unique',
      code: 'not_allowed_value',
      message: `only fields of the types ${comparable.join(', ')} can be unique`,
    })
  if (is_searchable && !texts.includes(type))
    errors.push({
      field: 'is_searchable',
      code: 'not_allowed_value',
      message: `only fields of the types ${texts.join(', ')} can be searched`,
    })
  return errors
}

function optionErrors({ type, options }: FieldRules): FieldError[] {
  if (!choices.includes(type))
    return options.length === 0
      ? []
      : [
          {
            field: 'options',
            code: 'not_allowed_value',
            message: `only fields of the types ${choices.join(' and ')} have options`,
          },
        ]
  if (options.length === 0)
    return [{ field: 'options', code: 'too_short', message: 'must have at least one option' }]
  return options.flatMap(({ key }, at): FieldError[] =>
    options.findIndex((other) => other.key === key) < at
      ? [
          {
            field: `/options/${at}/key`,
            code: 'not_allowed_value',
            message: 'another option has the same key',
          },
        ]
      : [],
  )
}

function boundErrors(field: FieldRules): FieldError[] {
  const errors: FieldError[] = []
  if (field.minimum !== null && field.maximum !== null && field.minimum > field.maximum)
    errors.push({ field: 'maximum', code: 'out_of_range', message: 'must not be less than minimum' })
  if (field.min_length !== null && field.max_length !== null && field.min_length > field.max_length)
    errors.push({ field: 'max_length', code: 'out_of_range', message: 'must not be less than min_length' })
  const limit = lengthLimit(field)
  for (const member of ['min_length', 'max_length'] as const)
    if (limit !== undefined && (field[member] ?? 0) > limit)
      errors.push({ field: member, code: 'out_of_range', message: `must be at most ${limit} for this field` })
  return errors
}

function lengthLimit({ type, pattern }: FieldRules): number | undefined {
  if (type === 'text') return pattern === null ? textLimits.text : MATCHED_MAX_LENGTH
  return type === 'long_text' || type === 'url' || type === 'email' ? textLimits[type] : undefined
}

function patternErrors({ type, pattern }: FieldRules): FieldError[] {
  const error = type === 'text' && pattern !== null ? patternError(pattern) : undefined
  return error ? [{ field: 'pattern', code: 'invalid_format', message: `the pattern ${error}` }] : []
}

function schemaErrorsOf({ type, json_schema }: FieldRules): FieldError[] {
  if (type !== 'json' || json_schema === null) return []
  if (JSON.stringify(json_schema).length > SCHEMA_MAX_LENGTH)
    return [
      {
        field: 'json_schema',
        code: 'too_long',
        message: `must have at most ${SCHEMA_MAX_LENGTH} characters`,
      },
    ]
  return schemaErrors(json_schema).map(({ pointer, message }) => ({
    field: `/json_schema${pointer}`,
    code: 'not_allowed_value',
    message,
  }))
}

function defaultErrors(field: FieldRules): FieldError[] {
  const { default_value, is_unique, reference_type } = field
  if (default_value === null) return []
  if (is_unique || reference_type !== null)
    return [
      {
        field: 'default_value',
        code: 'must_be_null',
        message: is_unique
          ? 'a unique field cannot have a default'
          : 'a field that refers to records cannot have a default',
      },
    ]
  return checkFieldValue(field, default_value).problems.map(({ pointer, ...problem }) => ({
    field: `/default_value${pointer}`,
    ...problem,
  }))
}
