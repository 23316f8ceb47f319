import { errorsIn, type FieldError } from '../../base/problem.ts'
import type { WriteContext } from '../../store/context.ts'
import { assertNotAhead } from '../../store/moments.ts'
import { prioritiesOf } from '../configuration/issue-configuration.repository.ts'
import { keyErrors } from '../configuration/issue-configuration.rules.ts'
import { type ConfiguredField, checkConfigured } from '../configuration/issue-configured-values.rules.ts'
import { pointerTo } from '../configuration/issue-screens.rules.ts'
import { nameErrors } from './issue-custom-fields.service.ts'
import { detailErrors } from './issue-references.service.ts'

/** A value in its stored form, and its errors. */
export interface ConfiguredValue {
  readonly value: unknown
  readonly errors: readonly FieldError[]
}

/** Checks a value that the configuration gives to a field by the same rules as a value in a request about an issue. */
export async function configuredValue(
  context: WriteContext,
  field: ConfiguredField,
  given: unknown,
  pointer: string,
): Promise<ConfiguredValue> {
  const { value, problems } = checkConfigured(field, given)
  if (problems.length > 0)
    return {
      value,
      errors: problems.map(({ pointer: within, ...problem }) => ({ field: pointer + within, ...problem })),
    }
  return {
    value,
    errors: [...ownErrors(field, value, pointer), ...(await outsideErrors(context, field, value, pointer))],
  }
}

/** The errors of a custom field: a unique field cannot get a value, and a required field cannot be cleared. */
function ownErrors(
  { is_system, is_unique, is_required }: ConfiguredField,
  value: unknown,
  field: string,
): FieldError[] {
  if (is_system) return []
  if (is_unique && value !== null)
    return [
      {
        field,
        code: 'must_be_null',
        message: 'values of the field are unique, so issues cannot all get the same one; leave it out',
      },
    ]
  return is_required && value === null
    ? [{ field, code: 'required', message: 'the field is required, so it cannot be cleared' }]
    : []
}

/** The errors of a value that depend on other records or on the clock. */
async function outsideErrors(
  context: WriteContext,
  field: ConfiguredField,
  value: unknown,
  pointer: string,
): Promise<FieldError[]> {
  if (field.path === 'priority') return keyErrors(await prioritiesOf(context.tx), pointer, String(value))
  if (field.path === 'opened_at') return errorsIn(() => assertNotAhead(pointer, String(value), context.clock))
  return namesIn(context, field, value, pointer)
}

/** The errors of records that the value names. They must be visible, and of the kind that the field requires. */
async function namesIn(
  context: WriteContext,
  field: ConfiguredField,
  value: unknown,
  pointer: string,
): Promise<FieldError[]> {
  const { path, is_system } = field
  if (!is_system || !path.startsWith('details.')) return nameErrors(context.tx, field, pointer, value)
  const errors = await detailErrors(context, { [path.slice('details.'.length)]: value })
  return errors.map((error) => ({ ...error, field: pointer + error.field.slice(pointerTo(path).length) }))
}
