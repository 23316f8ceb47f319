import type { Issue, IssueField } from '@commonhold/contract'

type Holder = Pick<Issue, 'custom_fields'> & { readonly details: object }
type Held = Pick<IssueField, 'path' | 'is_system'>

/** The fields that have a value in the issue, with their values. */
export const heldFields = <F extends Held>(issue: Holder, fields: readonly F[]) =>
  fields.flatMap((field) => {
    const value = heldValue(issue, field.path)
    return isNothing(field, value) || isMoot(issue, field.path) ? [] : [{ field, value }]
  })

/**
 * True for a value that is not shown: an empty one, and false in a built-in field. False in a field of the organisation is
 * the answer No.
 */
function isNothing({ is_system }: Held, value: unknown): boolean {
  if (value === false) return is_system
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

function heldValue({ details, custom_fields }: Holder, path: string): unknown {
  const [first, second = ''] = path.split('.')
  if (first === 'details') return Reflect.get(details, second)
  return first === 'custom_fields' ? custom_fields[second] : undefined
}

/** True for the approval rule of an issue that needs no approval: the rule has no meaning there. */
const isMoot = ({ details }: Holder, path: string) =>
  path === 'details.approval_rule' &&
  'approval_status' in details &&
  details.approval_status === 'not_required'
