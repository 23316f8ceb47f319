import { type IssueLink, operationGroups } from '@commonhold/contract'
import { errorsIn, type FieldError, invalid, problem } from '../../base/problem.ts'
import type { Reader } from '../../db/statement.ts'
import type { Transaction } from '../../db/transaction.ts'
import { implement } from '../../store/implement.ts'
import { withKeys } from '../../store/key-or-id.ts'
import { listRecords } from '../../store/listing.ts'
import { withKey } from '../configuration/issue-configuration.rules.ts'
import { issueLinkTypes } from '../configuration/issue-link-types.table.ts'
import { assertProjectOpen } from '../issues/issue-lock.service.ts'
import { renewUpdatedAt } from '../issues/issue-parts.repository.ts'
import { issueStore } from '../issues/issues.store.ts'
import {
  assertAcyclic,
  type EndOfLink,
  endsOf,
  linkEndOf,
  linkTypesOf,
  mayNameEnd,
  recordLink,
} from './issue-links.repository.ts'
import { linkStore, linksOf } from './issue-links.store.ts'
import { partContext } from './issue-part.service.ts'

type LinkRow = Awaited<ReturnType<typeof linkStore.get>>

/** Links as seen from one of their issues, with the direction and the issue at the other end. */
async function seenFrom(reader: Reader, issueId: string, rows: readonly LinkRow[]): Promise<IssueLink[]> {
  const otherOf = (row: LinkRow) => (row.issue_id === issueId ? row.linked_issue_id : row.issue_id)
  const [ends, types] = await Promise.all([endsOf(reader, rows.map(otherOf)), linkTypesOf(reader)])
  return rows.map((row) => {
    const linked_issue = ends.get(otherOf(row))
    if (!linked_issue) throw new Error('a link leads to an issue that is not there')
    const isSymmetric = types.find(({ id }) => id === row.link_type_id)?.is_symmetric
    const direction = isSymmetric || row.issue_id === issueId ? 'outward' : 'inward'
    return { ...row, issue_id: issueId, linked_issue_id: linked_issue.id, direction, linked_issue }
  })
}

/**
 * The id of the issue at the other end. Throws `not_found` if the link is not the issue's, or the caller cannot see that end.
 */
async function otherEndOf(reader: Reader, issueId: string, row: LinkRow): Promise<string> {
  if (row.issue_id !== issueId && row.linked_issue_id !== issueId) throw problem('not_found')
  const other = row.issue_id === issueId ? row.linked_issue_id : row.issue_id
  if (!(await mayNameEnd(reader, other))) throw problem('not_found')
  return other
}

/** One link as seen from one of its issues. */
async function oneSeenFrom(reader: Reader, issueId: string, row: LinkRow): Promise<IssueLink> {
  const [link] = await seenFrom(reader, issueId, [row])
  if (!link) throw new Error('a link that is there is seen')
  return link
}

const lacksLinkType = (
  types: readonly { readonly key: string; readonly is_active: boolean }[],
): FieldError => {
  const allowed = types.filter(({ is_active }) => is_active).map(({ key }) => key)
  const message = `is required: one of ${allowed.join(', ')}`
  return { field: 'link_type', code: 'required', message, allowed }
}

/** Records a link in the activity of both issues, and updates the issues in the order of their ids to prevent deadlocks. */
const recordAtEnds = (
  tx: Transaction,
  type: 'link_added' | 'link_removed',
  row: LinkRow,
  ends: readonly EndOfLink[],
) =>
  Promise.all([
    ...ends.map((end) => recordLink(tx, type, row, end)),
    ...ends
      .map(({ id }) => id)
      .sort()
      .map((id) => renewUpdatedAt(tx, id)),
  ])

export const issueLinkHandlers = implement(operationGroups.issueLinks, {
  list: async ({ params, query }, context) => {
    const [rows] = await Promise.all([
      listRecords(
        linkStore,
        context,
        operationGroups.issueLinks.list.collection,
        query,
        linksOf(params.issue_id),
      ),
      issueStore.get(context.reader, params.issue_id),
    ])
    return seenFrom(context.reader, params.issue_id, rows)
  },
  get: async ({ params }, { reader }) => {
    const [issue, row] = await Promise.all([
      issueStore.get(reader, params.issue_id),
      linkStore.get(reader, params.link_id),
    ])
    await otherEndOf(reader, issue.id, row)
    return oneSeenFrom(reader, issue.id, row)
  },
  create: async ({ params, body: given }, context) => {
    const { tx } = context
    const body = await withKeys(tx, given, { link_type: issueLinkTypes })
    const [{ issue, part }, types] = await Promise.all([
      partContext(context, params.issue_id),
      linkTypesOf(tx),
    ])
    const { linked_issue_id, link_type, direction = 'outward', ...rest } = body
    const named = issueStore.reference(tx, 'linked_issue_id', linked_issue_id)
    const errors = await errorsIn(
      () => named,
      async () => {
        if (!link_type) throw invalid(lacksLinkType(types))
        withKey(types, 'link_type', link_type)
      },
    )
    if (errors.length > 0) throw invalid(...errors)
    const other = await named
    if (other.id === issue.id)
      throw invalid({
        field: 'linked_issue_id',
        code: 'not_allowed_value',
        message: 'an issue cannot be linked to itself; name another issue',
      })
    await assertProjectOpen(context, other.project_id)
    const type = withKey(types, 'link_type', link_type ?? '')
    const isForward = type.is_symmetric ? issue.id < other.id : direction === 'outward'
    const [from, to] = isForward ? [issue.id, other.id] : [other.id, issue.id]
    if (type.is_acyclic) await assertAcyclic(tx, type.id, from, to)
    const row = await linkStore.insert(part, {
      ...rest,
      issue_id: from,
      linked_issue_id: to,
      link_type_id: type.id,
      link_type: type.key,
      is_symmetric: type.is_symmetric,
      is_acyclic: type.is_acyclic,
    })
    const [link] = await Promise.all([
      oneSeenFrom(tx, issue.id, row),
      recordAtEnds(tx, 'link_added', row, [other, issue]),
    ])
    return link
  },
  delete: async ({ params }, context) => {
    const { tx } = context
    const { issue, part } = await partContext(context, params.issue_id)
    const row = await linkStore.lock(part, params.link_id)
    const other = await linkEndOf(tx, await otherEndOf(tx, issue.id, row))
    await assertProjectOpen(context, other.project_id)
    await Promise.all([linkStore.remove(part, row.id), recordAtEnds(tx, 'link_removed', row, [other, issue])])
  },
})
