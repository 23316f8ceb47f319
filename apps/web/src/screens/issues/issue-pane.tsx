import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { IssueActions } from './issue-actions.tsx'
import { IssueBody } from './issue-body.tsx'
import { IssueFacts } from './issue-facts.tsx'
import { IssueLine } from './issue-link.tsx'
import { wholeIssueQuery } from './queries.ts'

/** The selected issue, beside the list in the split view. */
export default function IssuePane({ issueKey }: { readonly issueKey: string }) {
  const query = useQuery({ ...wholeIssueQuery(issueKey), placeholderData: keepPreviousData })
  if (!query.data) return query.error ? <Unloaded query={query} /> : <SkeletonLines />
  return (
    <div key={query.data.id} className="record-main">
      <header className="pane-head">
        <h2>
          <IssueLine issueKey={query.data.key} title={query.data.title} />
        </h2>
        <div className="page-actions">
          <IssueActions issue={query.data} />
        </div>
      </header>
      <IssueFacts issue={query.data} />
      <IssueBody issue={query.data} />
    </div>
  )
}
