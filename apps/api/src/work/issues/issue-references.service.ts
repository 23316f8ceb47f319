import type { IssueDetailsInput, IssueSubtype, IssueUpdate } from '@commonhold/contract'
import { assetStore } from '../../assets/assets.store.ts'
import { errorsIn, type FieldError, invalid, referenceNotFound } from '../../base/problem.ts'
import { personStore } from '../../census/persons.store.ts'
import { configurationItemStore } from '../../cmdb/configuration-items.store.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { WriteContext } from '../../store/context.ts'
import type { Referable } from '../../store/references.ts'
import { memberReferences } from '../../system/member-references.repository.ts'
import type { StoredDetails } from '../fields/issue-details.rules.ts'
import { requesterMembers } from './issue-approvals.rules.ts'
import { subtypesOf } from './issue-references.repository.ts'
import { issueStore } from './issues.store.ts'

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

/** The errors of the records that details name: users, then persons, then issues. */
export async function detailErrors(
  { tx }: WriteContext,
  details: IssueDetailsInput,
  before: StoredDetails = {},
): Promise<FieldError[]> {
  const persons = requesterMembers.flatMap((member) => namedAnew(member, details, before))
  const errors = await Promise.all([
    unusableErrors(tx, memberReferences, namedAnew('approver_ids', details, before)),
    unusableErrors(tx, personStore, persons),
    issueErrors(tx, details, before),
  ])
  return errors.flat()
}

/** The id of a record that a member names, and the pointer to this id. */
interface Naming {
  readonly field: string
  readonly id: string
}

/** The ids in a member of details that it did not contain before, each with its pointer. */
function namedAnew(member: string, details: IssueDetailsInput, before: StoredDetails): Naming[] {
  const value: unknown = Reflect.get(details, member)
  const former = [before[member]].flat()
  const field = `/details/${member}`
  const named = Array.isArray(value)
    ? value.map((id, at) => ({ field: `${field}/${at}`, id: String(id) }))
    : typeof value === 'string'
      ? [{ field, id: value }]
      : []
  return named.filter(({ id }) => !former.includes(id))
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
