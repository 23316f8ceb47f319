import { IssueUpdate } from '@commonhold/contract'
import { z } from 'zod'
import { errorsOf } from '../../base/validation-errors.ts'
import {
  type CheckedValue,
  checkFieldValue,
  type FieldDefinition,
  type ValueProblem,
} from '../fields/custom-fields.rules.ts'
import { pointerTo, withValue } from './issue-screens.rules.ts'
import { valueAt } from './issue-transitions.rules.ts'

/** A field with a value that the configuration sets. */
export interface ConfiguredField extends FieldDefinition {
  readonly path: string
  readonly is_system: boolean
  readonly is_unique: boolean
  readonly is_required: boolean
}

const votedOn = 'the votes of the approvers set this value; leave it out'

/** Members that a transition cannot set, with the reason. */
export const unsettable: Readonly<Record<string, string>> = {
  issue_type: 'a transition cannot change the type; leave it out',
  parent_id: 'a transition cannot change the parent; leave it out',
  'details.approval_status': votedOn,
}

/** Members that a screen cannot give a default, with the reason. */
export const undefaultable: Readonly<Record<string, string>> = {
  issue_type: 'the type decides which screen is used, so a screen gives it no default; leave it out',
  'details.approval_status': votedOn,
}

/** Checks a value against the field: a custom field by its definition, other fields by the contract. */
export const checkConfigured = (field: ConfiguredField, value: unknown): CheckedValue =>
  field.is_system ? checkMember(field.path, value) : checkFieldValue(field, value)

function checkMember(path: string, value: unknown): CheckedValue {
  const parsed = z.safeParse(IssueUpdate, withValue({}, path, value), { reportInput: true })
  if (parsed.success) return { value: valueAt(parsed.data, path), problems: [] }
  const [first = unwritable, ...rest] = errorsOf(parsed.error.issues, 'body').map(
    ({ field, in: _, ...fieldError }): ValueProblem =>
      fieldError.code === 'unknown_field' && field === pointerTo(path)
        ? unwritable
        : { ...fieldError, pointer: field.slice(pointerTo(path).length) },
  )
  return { problems: [first, ...rest] }
}

const unwritable: ValueProblem = {
  pointer: '',
  code: 'not_allowed_value',
  message: 'the field cannot be set; leave it out',
}
