import type { IssueUpdate } from '@commonhold/contract'
import type { WriteContext } from '../../store/context.ts'
import type { FieldView } from '../configuration/issue-fields.repository.ts'
import { pointerTo, withValue } from '../configuration/issue-screens.rules.ts'
import { nameErrors } from '../issues/issue-custom-fields.service.ts'
import { detailErrors } from '../issues/issue-references.service.ts'
import type { Move } from './issue-moves.rules.ts'

/** The patch with the values that the transition sets. Records deleted since the transition was configured are left out. */
export async function withSetFields(
  context: WriteContext,
  customFields: readonly FieldView[],
  patch: IssueUpdate,
  { transition }: Move,
): Promise<IssueUpdate> {
  const entries = Object.entries(transition.set_fields)
  const put = (onto: IssueUpdate, values: readonly (readonly [path: string, value: unknown])[]) =>
    values.reduce((set, [path, value]) => withValue(set, path, value), onto)
  const gone = await goneIn(context, customFields, put({}, entries))
  const left = entries
    .filter(([path]) => !gone.has(pointerTo(path)))
    .map(([path, value]) => {
      const isThere = (_: unknown, at: number) => !gone.has(`${pointerTo(path)}/${at}`)
      return [path, Array.isArray(value) ? value.filter(isThere) : value] as const
    })
  return put(patch, left)
}

/** Pointers to the values of details and custom fields that name records which do not exist. */
async function goneIn(
  context: WriteContext,
  customFields: readonly FieldView[],
  { details = {}, custom_fields = {} }: IssueUpdate,
): Promise<ReadonlySet<string>> {
  const errors = await Promise.all([
    detailErrors(context, details),
    ...Object.entries(custom_fields).map(async ([key, value]) => {
      const field = customFields.find((one) => one.key === key)
      return field ? nameErrors(context.tx, field, pointerTo(field.path), value) : []
    }),
  ])
  return new Set(
    errors
      .flat()
      .filter(({ code }) => code === 'reference_not_found')
      .map(({ field }) => field),
  )
}
