import type { Issue } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IssueStatus } from '../screens/issues/marks.tsx'
import { Day } from '../ui/day.tsx'
import { Unloaded } from '../ui/unloaded.tsx'
import { issuesQuery, PAGE, type View } from './queries.ts'
import { TypeName } from './type-name.tsx'
import { worded } from './words.ts'

/** The issues of a view, each with a link. */
export function IssueList({ view, userId }: { readonly view: View; readonly userId: string }) {
  const issues = useQuery(issuesQuery(view, userId))
  if (!issues.data) return <Unloaded query={issues} />
  if (issues.data.length === 0)
    return (
      <p className="empty">
        <Trans>No issues match.</Trans>
      </p>
    )
  return (
    <>
      <ul className="rows">
        {issues.data.map((issue) => (
          <IssueItem key={issue.id} issue={issue} />
        ))}
      </ul>
      {issues.data.length === PAGE && (
        <p className="hint">
          <Trans>Only the first {PAGE} are shown. Use the filters to find others.</Trans>
        </p>
      )}
    </>
  )
}

function IssueItem({ issue }: { readonly issue: Issue }) {
  return (
    <li>
      <div className="asset-line">
        <h3>
          <Link to="/dashboard/issues" search={{ issue: issue.id }} className="target">
            {issue.title}
          </Link>
        </h3>
        <IssueStatus issue={issue} />
      </div>
      <p className="facts">
        <span className="tag">{issue.key}</span>
        <TypeName issueType={issue.issue_type} />
        <PriorityAndDue priority={issue.priority} due={issue.due_date} />
      </p>
    </li>
  )
}

interface PriorityAndDueProps {
  readonly priority: string
  readonly due: string | null
}

/** The priority and the due date of an issue. */
export function PriorityAndDue({ priority, due }: PriorityAndDueProps) {
  const { t } = useLingui()
  const words = worded(priority)
  return (
    <>
      <span>{t`${words} priority`}</span>
      {due && (
        <span>
          <Trans>
            Due <Day on={due} isDue />
          </Trans>
        </span>
      )}
    </>
  )
}
