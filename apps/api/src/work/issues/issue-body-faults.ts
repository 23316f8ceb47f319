import type { IssueUpdate } from '@commonhold/contract'
import { type Fault, faultsIn } from '../../base/problem.ts'
import type { WriteContext } from '../../store/context.ts'
import { assertNotAhead } from '../../store/moments.ts'
import { references } from '../../store/references.ts'
import { keyFaults, type PriorityView } from '../configuration/issue-configuration.repository.ts'
import { assertConcerned, assertDetailReferences } from './issue-references.ts'
import { type IssueRow, issueStore } from './issues.store.ts'

type Body = Omit<IssueUpdate, 'project_id'> & { readonly project_id?: string | null | undefined }

/** Records that members of a body name, and that are not referable or not in use. */
const namedFaults = ({ tx }: WriteContext, body: Body): Promise<Fault[]> =>
  faultsIn(() => references(issueStore.spec.references, tx, { ...body }))

/** What is wrong with a body of an issue whose type is not known: all that any type would find. */
export const faultsOfAnyType = async (
  context: WriteContext,
  body: Body,
  priorities: readonly PriorityView[],
  before?: IssueRow,
): Promise<Fault[]> => [
  ...keyFaults(priorities, 'priority', body.priority),
  ...(await namedFaults(context, body)),
  ...(await faultsIn(
    () => assertNotAhead('opened_at', body.opened_at, context.clock),
    () => assertConcerned(context, body, before),
    () => assertDetailReferences(context, body.details, before?.details),
  )),
]

/**
 * The faults that refuse a body, one of each member, with those of the records that it names. The store looks for these
 * when all else is well, so here they are only looked for to be told with the rest.
 */
export async function withNamed(
  context: WriteContext,
  faults: readonly Fault[],
  body: Body,
): Promise<Fault[]> {
  const all = [...faults, ...(await namedFaults(context, body))]
  const place = ({ field }: Fault) => field.replace(/^\//, '')
  return all.filter((fault, at) => all.findIndex((other) => place(other) === place(fault)) === at)
}
