import { EMAIL_PATTERN } from 'virtual:contract'
import { ApiProblem } from '@commonhold/contract/client'
import { t } from '@lingui/core/macro'
import { errorText, problemText, sentence } from './problem-text.ts'
import { refusals } from './refusals/load.ts'

/** Error messages by field name. */
export type FieldErrors = Readonly<Record<string, string>>

/** The errors of a form: by field, and those that belong to no field. */
export interface FormErrors {
  readonly fields: FieldErrors
  readonly others: readonly string[]
}

/** The field that a JSON Pointer belongs to: `/fields/details/approver_ids/0` belongs to `fields/details/approver_ids`. */
function fieldOf(pointer: string, names: readonly string[]): string | undefined {
  const members = pointer
    .split('/')
    .slice(1)
    .map((member) => member.replaceAll('~1', '/').replaceAll('~0', '~'))
  const beginnings = members.map((_, at) => members.slice(0, members.length - at).join('/'))
  return beginnings.find((beginning) => names.includes(beginning))
}

/** Assigns the errors of a rejected body to the fields of a form. Only the first message of a field is kept. */
export function formErrorsOf(failure: unknown, names: readonly string[]): FormErrors {
  if (!(failure instanceof ApiProblem)) return { fields: {}, others: [] }
  const fields: Record<string, string> = {}
  const others: string[] = []
  for (const error of failure.problem.errors ?? []) {
    const { in: part, pointer } = error
    const name = part === 'body' ? fieldOf(pointer, names) : undefined
    const message = errorText(error)
    if (name !== undefined) fields[name] ??= sentence(message)
    else others.push(sentence(refusals()?.withMember(pointer, message) ?? message))
  }
  const { code, problem } = failure
  if (code === 'already_exists' && typeof problem.field === 'string') {
    const path = `/${problem.field.replaceAll('.', '/')}`
    const name = names.find((one) => `/${one}`.endsWith(path))
    if (name !== undefined)
      fields[name] ??=
        name === 'person_id'
          ? problemText(failure)
          : t`Another record already has this value. Choose another one.`
  }
  return { fields, others }
}

/** Error message for an email address, by the pattern that the service uses; undefined if the address is valid. */
export function emailError(email: string): string | undefined {
  if (email === '') return t`Enter your email address.`
  if (!EMAIL_PATTERN.test(email)) return t`Enter an address such as ada@example.org.`
  return undefined
}

/** Leaves out the fields without an error. */
export const onlyErrors = (errors: Readonly<Record<string, string | undefined>>): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
