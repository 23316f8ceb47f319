import type { Issue } from '@commonhold/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Unloaded } from '../ui/unloaded.tsx'
import { issuesQuery, PAGE, type View } from './queries.ts'
import { TypeName } from './type-name.tsx'
import { worded } from './words.ts'

/** The issues of a view, as links to each. */
export function IssueList({ view, userId }: { readonly view: View; readonly userId: string }) {
  const issues = useQuery(issuesQuery(view, userId))
  if (!issues.data) return <Unloaded query={issues} />
  if (issues.data.length === 0) return <p className="empty">No issue fits.</p>
  return (
    <>
      <ul className="rows">
        {issues.data.map((issue) => (
          <IssueItem key={issue.id} issue={issue} />
        ))}
      </ul>
      {issues.data.length === PAGE && <p className="hint">These are the first {PAGE}. Narrow them down.</p>}
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
        <StatusBadge issue={issue} />
      </div>
      <p className="facts">
        <span className="tag">{issue.key}</span>
        <TypeName issueType={issue.issue_type} />
        <span>{worded(issue.priority)} priority</span>
        {issue.due_date && <span>Due {issue.due_date}</span>}
      </p>
    </li>
  )
}

/** The status of an issue, coloured by whether work on it goes on. */
export function StatusBadge({ issue }: { readonly issue: Issue }) {
  return <span className={`badge ${issue.is_closed ? '' : 'active'}`}>{worded(issue.status)}</span>
}
