import type { IssueUpdate } from '@commonhold/contract'
import { errorsIn, type FieldError } from '../../base/problem.ts'
import type { WriteContext } from '../../store/context.ts'
import { assertNotAhead } from '../../store/moments.ts'
import { references } from '../../store/references.ts'
import { keyErrors, type PriorityView } from '../configuration/issue-configuration.rules.ts'
import { assertConcerned, assertDetailReferences } from './issue-references.service.ts'
import { type IssueRow, issueStore } from './issues.store.ts'

type Body = Omit<IssueUpdate, 'project_id'> & { readonly project_id?: string | null | undefined }

/** Records that members of a body name, and that are not referable or not in use. */
const namedErrors = ({ tx }: WriteContext, body: Body): Promise<FieldError[]> =>
  errorsIn(() => references(issueStore.spec.references, tx, { ...body }))

/** What is wrong with a body of an issue whose type is not known: all that any type would find. */
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
 * The errors that refuse a body, one of each member, with those of the records that it names. The store looks for these
 * when all else is well, so here they are only looked for to be reported with the rest.
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
