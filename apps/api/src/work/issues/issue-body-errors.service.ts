import type { IssueUpdate } from '@commonhold/contract'
import { errorsIn, type FieldError } from '../../base/problem.ts'
import type { WriteContext } from '../../store/context.ts'
import { assertNotAhead } from '../../store/moments.ts'
import { references } from '../../store/references.ts'
import { keyErrors, type PriorityView } from '../configuration/issue-configuration.rules.ts'
import { assertConcerned, assertDetailReferences } from './issue-references.service.ts'
import { type IssueRow, issueStore } from './issues.store.ts'

type Body = Omit<IssueUpdate, 'project_id'> & { readonly project_id?: string | null | undefined }

/** The errors of records that a body names but that are not visible or not in use. */
const namedErrors = ({ tx }: WriteContext, body: Body): Promise<FieldError[]> =>
  errorsIn(() => references(issueStore.spec.references, tx, { ...body }))

/** The errors of a body that do not depend on the type of the issue, for a body whose type is not valid. */
export const errorsOfAnyType = async (
  context: WriteContext,
  body: Body,
  priorities: readonly PriorityView[],
  before?: IssueRow,
): Promise<FieldError[]> => [
  ...keyErrors(priorities, 'priority', body.priority),
  ...(await namedErrors(context, body)),
  ...(await errorsIn(
    () => assertNotAhead('opened_at', body.opened_at, context.clock),
    () => assertConcerned(context, body, before),
    () => assertDetailReferences(context, body.details, before?.details),
  )),
]

/**
 * Adds the errors of records that a body names, and keeps one error for each member. The store checks these records only
 * when it saves the body, so without this they would not be reported together with other errors.
 */
export async function withNamed(
  context: WriteContext,
  errors: readonly FieldError[],
  body: Body,
): Promise<FieldError[]> {
  const all = [...errors, ...(await namedErrors(context, body))]
  const place = ({ field }: FieldError) => field.replace(/^\//, '')
  return all.filter((error, at) => all.findIndex((other) => place(other) === place(error)) === at)
}
