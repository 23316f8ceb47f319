import type { IssueUpdate } from '@commonhold/contract'
import type { WriteContext } from '../../store/context.ts'
import { customFieldsOf } from '../configuration/issue-fields.repository.ts'
import { pointerTo, withValue } from '../configuration/issue-screens.rules.ts'
import { nameErrors } from '../issues/issue-custom-fields.ts'
import { detailErrors } from '../issues/issue-references.ts'
import type { Move } from './issue-moves.ts'

/** The patch with what the transition sets by itself. Records that are gone since that was configured are left out. */
export async function withSetFields(
  context: WriteContext,
  patch: IssueUpdate,
  { transition }: Move,
): Promise<IssueUpdate> {
  const entries = Object.entries(transition.set_fields)
  const put = (onto: IssueUpdate, values: readonly (readonly [path: string, value: unknown])[]) =>
    values.reduce((set, [path, value]) => withValue(set, path, value), onto)
  const gone = await goneIn(context, put({}, entries))
  const left = entries
    .filter(([path]) => !gone.has(pointerTo(path)))
    .map(([path, value]) => {
      const isThere = (_: unknown, at: number) => !gone.has(`${pointerTo(path)}/${at}`)
      return [path, Array.isArray(value) ? value.filter(isThere) : value] as const
    })
  return put(patch, left)
}

/** Where details and custom fields name records that are not there. */
async function goneIn(
  context: WriteContext,
  { details = {}, custom_fields = {} }: IssueUpdate,
): Promise<ReadonlySet<string>> {
  const custom = Object.entries(custom_fields)
  const fields = custom.length > 0 ? await customFieldsOf(context.tx) : []
  const errors = await detailErrors(context, details)
  for (const [key, value] of custom) {
    const field = fields.find((one) => one.key === key)
    if (field) errors.push(...(await nameErrors(context.tx, field, pointerTo(field.path), value)))
  }
  return new Set(errors.filter(({ code }) => code === 'reference_not_found').map(({ field }) => field))
}
