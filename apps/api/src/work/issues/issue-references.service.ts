import type { IssueDetailsInput, IssueSubtype, IssueUpdate } from '@commonhold/contract'
import { assetStore } from '../../assets/assets.store.ts'
import { definedOf } from '../../base/defined.ts'
import { errorsIn, type FieldError, invalid, problem, referenceNotFound } from '../../base/problem.ts'
import { personStore } from '../../census/persons.store.ts'
import { configurationItemStore } from '../../cmdb/configuration-items.store.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { WriteContext } from '../../store/context.ts'
import { mayIn } from '../../store/held-permissions.ts'
import type { Referable } from '../../store/references.ts'
import { memberReferences } from '../../system/member-references.repository.ts'
import { statusesOf } from '../configuration/issue-configuration.repository.ts'
import type { StoredDetails } from '../fields/issue-details.rules.ts'
import { approversChanged, differsInApproved, isStandard } from './issue-approvals.rules.ts'
import { depthBelow, lineageOf, subtypesOf, unplannedOf } from './issue-facts.repository.ts'
import { type IssueRow, issueStore } from './issues.store.ts'

const MOST_LEVELS = 10

/** Throws unless the parent is in use and not below the issue, and the hierarchy has at most 10 levels. */
export async function assertParent(
  { tx }: WriteContext,
  parentId: string | null | undefined,
  issueId?: string,
): Promise<void> {
  if (!parentId) return
  await issueStore.reference(tx, 'parent_id', parentId)
  const [above, below] = await Promise.all([lineageOf(tx, parentId), issueId ? depthBelow(tx, issueId) : 0])
  if (issueId && above.includes(issueId))
    throw problem(
      'cycle_detected',
      {},
      'The parent is the issue itself or one of its children. Choose another parent.',
    )
  if (above.length + 1 + below > MOST_LEVELS)
    throw invalid({
      field: 'parent_id',
      code: 'out_of_range',
      message: `issues can be nested at most ${MOST_LEVELS} levels deep; choose another parent`,
    })
}

type Concerned = Pick<IssueUpdate, 'asset_ids' | 'configuration_item_ids'>

/** The stores of records that an issue concerns. Archived records are allowed. */
const concerned = { asset_ids: assetStore, configuration_item_ids: configurationItemStore } as const

/** Throws unless new assets and configuration items of an issue are visible. Records in `before` are not checked. */
export async function assertConcerned(
  { tx }: WriteContext,
  given: Concerned,
  before: Concerned = {},
): Promise<void> {
  const errors = await Promise.all(
    (['asset_ids', 'configuration_item_ids'] as const).map(async (member) => {
      const named = given[member]?.filter((id) => !before[member]?.includes(id)) ?? []
      if (named.length === 0) return []
      const found = await concerned[member].referableIds(tx, named)
      const isMissing = (id: string) => named.includes(id) && !found.includes(id)
      return (given[member] ?? []).flatMap((id, at) =>
        isMissing(id) ? [referenceNotFound(`/${member}/${at}`)] : [],
      )
    }),
  )
  if (errors.flat().length > 0) throw invalid(...errors.flat())
}

/** Members of details that name issues, with the required subtype of these issues; undefined = any subtype. */
const namedIssues = {
  problem_id: 'known_problem',
  caused_by_change_id: 'change',
  incident_ids: 'incident',
  action_issue_ids: undefined,
} as const satisfies Record<string, IssueSubtype | undefined>

/**
 * Throws unless the records that details name are visible and issues have the subtype that the member requires. Users and
 * persons must be in use. Records that the details in `before` already named are not checked.
 */
export async function assertDetailReferences(
  context: WriteContext,
  details: IssueDetailsInput | undefined,
  before: StoredDetails = {},
): Promise<void> {
  const errors = details ? await detailErrors(context, details, before) : []
  if (errors.length > 0) throw invalid(...errors)
}

/** The errors of the records that details name. */
export const detailErrors = async (
  { tx }: WriteContext,
  details: IssueDetailsInput,
  before: StoredDetails = {},
): Promise<FieldError[]> => [
  ...(await unusableErrors(tx, memberReferences, namedAnew('approver_ids', details, before))),
  ...(await unusableErrors(tx, personStore, [
    ...namedAnew('requester_person_id', details, before),
    ...namedAnew('requested_for_person_id', details, before),
  ])),
  ...(await issueErrors(tx, details, before)),
]

/** The id of a record that a member names, and the pointer to this id. */
interface Naming {
  readonly field: string
  readonly id: string
}

/** The ids in a member of details that it did not contain before, each with its pointer. */
function namedAnew(member: string, details: IssueDetailsInput, before: StoredDetails): Naming[] {
  const value: unknown = Reflect.get(details, member)
  const kept = [before[member]].flat()
  const field = `/details/${member}`
  const named = Array.isArray(value)
    ? value.map((id, at) => ({ field: `${field}/${at}`, id: String(id) }))
    : typeof value === 'string'
      ? [{ field, id: value }]
      : []
  return named.filter(({ id }) => !kept.includes(id))
}

/** The errors of records that are not visible or not in use. The records are locked, so none is deleted before commit. */
export const unusableErrors = (tx: Transaction, store: Referable, named: readonly Naming[]) =>
  errorsIn(
    ...named.map(({ field, id }) => async () => {
      await store.lockReference?.(tx, id)
      return store.reference(tx, field, id)
    }),
  )

async function issueErrors(
  tx: Transaction,
  details: IssueDetailsInput,
  before: StoredDetails,
): Promise<FieldError[]> {
  const named = Object.entries(namedIssues).flatMap(([member, kind]) =>
    namedAnew(member, details, before).map((one) => ({ ...one, kind })),
  )
  if (named.length === 0) return []
  const ids = named.map(({ id }) => id)
  const [found, referable] = await Promise.all([subtypesOf(tx, ids), issueStore.referableIds(tx, ids)])
  return named.flatMap(({ field, id, kind }): FieldError[] => {
    const subtype = found.get(id)
    if (!subtype || !referable.includes(id)) return [referenceNotFound(field)]
    return kind && subtype !== kind
      ? [{ field, code: 'not_allowed_value', message: `must be the id of an issue of the subtype ${kind}` }]
      : []
  })
}

const forManagers = (detail: string) =>
  problem('permission_denied', { required_permission: 'issues:manage' }, detail)

/** Throws if a user without `issues:manage` makes a standard change, which needs no approval. */
export async function assertStandard(
  { tx }: WriteContext,
  projectId: string,
  details: IssueDetailsInput | undefined,
): Promise<void> {
  if (details?.change_type !== 'standard' || (await mayIn(tx, 'issues:manage', projectId))) return
  throw forManagers('A standard change needs no approval, so creating one needs issues:manage.')
}

/** After a change has left its initial status, only a user with `issues:manage` may change `details.change_type`. */
export async function assertChangeType(
  context: WriteContext,
  before: IssueRow,
  details: IssueDetailsInput | undefined,
): Promise<void> {
  const wanted = details?.change_type
  if (wanted === undefined || wanted === (before.details.change_type ?? 'normal')) return
  await assertStandard(context, before.project_id, details)
  if (before.subtype !== 'change') return
  const statuses = await statusesOf(context.tx, before.workflow_id)
  if (statuses.some(({ id, is_initial }) => is_initial && id === before.status_id)) return
  if (await mayIn(context.tx, 'issues:manage', before.project_id)) return
  throw forManagers(
    'The change has left its initial status. Changing details.change_type now needs issues:manage.',
  )
}

/**
 * A standard change needs no approval. When it leaves its initial status, and afterwards, only a user with `issues:manage`
 * may change its approvers or the members that an approval covers.
 */
export async function assertStandardPlan(
  { tx }: WriteContext,
  before: IssueRow,
  given: Pick<IssueUpdate, 'details' | 'configuration_item_ids'>,
  isMoved: boolean,
): Promise<void> {
  if (before.subtype !== 'change' || !isStandard(before.details)) return
  const after = {
    ...before,
    configuration_item_ids: given.configuration_item_ids ?? before.configuration_item_ids,
    details: { ...before.details, ...definedOf(given.details ?? {}) },
  }
  const areApproversKept = approversChanged(before.details, after.details).length === 0
  if (areApproversKept && !differsInApproved(before, after)) return
  const statuses = await statusesOf(tx, before.workflow_id)
  const isInitial = statuses.some(({ id, is_initial }) => is_initial && id === before.status_id)
  if ((isInitial && !isMoved) || (await mayIn(tx, 'issues:manage', before.project_id))) return
  throw forManagers(
    'A standard change needs no approval. Once it leaves its initial status, changing its plan or its approvers needs issues:manage.',
  )
}

/**
 * Throws if an action of a final review has no due date, or neither an assignee nor an assigned group. Actions that a final
 * review already had are skipped.
 */
export async function assertReviewed(
  { tx }: WriteContext,
  subtype: IssueSubtype,
  details: StoredDetails,
  before: StoredDetails = {},
): Promise<void> {
  const ids = details.action_issue_ids
  if (subtype !== 'post_incident_analysis' || details.review_status !== 'final' || !Array.isArray(ids)) return
  const planned = before.review_status === 'final' ? [before.action_issue_ids].flat() : []
  const open = await unplannedOf(
    tx,
    ids.map(String).filter((id) => !planned.includes(id)),
  )
  const errors = ids.flatMap((id, at): FieldError[] =>
    open.includes(String(id))
      ? [
          {
            field: `/details/action_issue_ids/${at}`,
            code: 'required',
            message: 'each action of a final review needs a due date, and an assignee or an assigned group',
          },
        ]
      : [],
  )
  if (errors.length > 0) throw invalid(...errors)
}
