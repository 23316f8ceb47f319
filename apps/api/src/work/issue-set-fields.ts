import type { IssueUpdate } from '@commonhold/contract'
import type { WriteContext } from '../kernel/context.ts'
import type { Fault } from '../kernel/problem.ts'
import { nameFaults } from './issue-custom-fields.ts'
import { customFieldsOf, type FieldView } from './issue-fields.repository.ts'
import type { Move } from './issue-moves.ts'
import { detailFaults } from './issue-references.ts'
import { pointerTo, withValue } from './issue-screens.rules.ts'

/** The patch with what the transition sets by itself. Records that are gone since that was configured are left out. */
export async function withSetFields(
  context: WriteContext,
  patch: IssueUpdate,
  { transition }: Move,
): Promise<IssueUpdate> {
  const entries = Object.entries(transition.set_fields)
  const isCustom = entries.some(([path]) => path.startsWith('custom_fields.'))
  const fields = isCustom ? await customFieldsOf(context.tx) : []
  let set = patch
  for (const [path, value] of entries) {
    const left = withoutGone(path, value, await namingFaults(context, fields, path, value))
    if (left !== undefined) set = withValue(set, path, left)
  }
  return set
}

/** What is wrong with the records that a value of details or of a custom field names. */
async function namingFaults(
  context: WriteContext,
  fields: readonly FieldView[],
  path: string,
  value: unknown,
): Promise<readonly Fault[]> {
  if (value === null) return []
  if (path.startsWith('details.')) return detailFaults(context, { [path.slice('details.'.length)]: value })
  const field = fields.find((one) => one.path === path)
  return field ? nameFaults(context.tx, field, pointerTo(path), value) : []
}

function withoutGone(path: string, value: unknown, faults: readonly Fault[]): unknown {
  const gone = faults.flatMap(({ code, field }) => (code === 'reference_not_found' ? [field] : []))
  if (gone.length === 0) return value
  return Array.isArray(value)
    ? value.filter((_, at) => !gone.includes(`${pointerTo(path)}/${at}`))
    : undefined
}
