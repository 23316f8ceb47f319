import { operationGroups } from '@commonhold/contract'
import { problem } from '../../base/problem.ts'
import type { Reader } from '../../db/statement.ts'
import { implement } from '../../store/implement.ts'
import { readPage } from '../../store/listing.ts'
import { mayIn } from '../../store/permissions.ts'
import { issueStore } from '../issues/issues.store.ts'
import { activitiesOf } from './issue-conversation.store.ts'
import { historyOf, isHistoryOf, issueHistoryStore } from './issue-history.store.ts'
import { cutEntry, entriesOf } from './issue-history-entries.service.ts'
import { activityRows, historyRows, respondWithFittingPage } from './issue-record-pages.repository.ts'
import { changedBy, cutChange, seenData, seenIn } from './issue-seen-changes.service.ts'

/** True if the user may read the history of issues that are deleted or not visible: `issues:manage` in the whole tenant. */
const readsGone = (reader: Reader) => mayIn(reader, 'issues:manage', null)

export const issueRecordHandlers = implement(operationGroups.issueRecords, {
  history: async ({ params: { issue_id }, query }, context) => {
    const { reader } = context
    const { collection } = operationGroups.issueRecords.history
    const [page, issue] = await Promise.all([
      readPage(historyRows, context, collection, query, historyOf(issue_id)),
      issueStore.find(reader, issue_id),
    ])
    if (!issue && (page.rows.length === 0 || !(await readsGone(reader)))) throw problem('not_found')
    const entries = await entriesOf(reader, issue_id, page.rows)
    return respondWithFittingPage(context, page, entries.map(cutEntry))
  },
  historyEntry: async ({ params: { issue_id, entry_id } }, { reader }) => {
    const [row, issue] = await Promise.all([
      issueHistoryStore.get(reader, entry_id),
      issueStore.find(reader, issue_id),
    ])
    if (!isHistoryOf(issue_id, row) || (!issue && !(await readsGone(reader)))) throw problem('not_found')
    const [entry] = await entriesOf(reader, issue_id, [row])
    if (!entry) throw new Error('an entry that was read has a form')
    return entry
  },
  activity: async ({ params: { issue_id }, query }, context) => {
    const { collection } = operationGroups.issueRecords.activity
    const [page] = await Promise.all([
      readPage(activityRows, context, collection, query, activitiesOf(issue_id)),
      issueStore.get(context.reader, issue_id),
    ])
    const isVisible = await seenIn(context.reader, page.rows.flatMap(changedBy))
    const entries = page.rows.map((row) => {
      const { kind: _, ...data } = row.data
      const [change] = changedBy(row)
      if (!change) return { ...row, data }
      const { isCut, ...values } = cutChange({ ...change, ...seenData(change, isVisible) })
      return { ...row, data: { ...data, ...values, ...(isCut ? { is_cut: true } : {}) } }
    })
    return respondWithFittingPage(context, page, entries)
  },
})
