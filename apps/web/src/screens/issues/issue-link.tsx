import { Link } from '@tanstack/react-router'
import { useTenant } from '../../app/tenant-scope.tsx'
import { Code } from '../../ui/marks.tsx'

interface IssueLineProps {
  /** The key of the issue, which the address of its page contains. */
  readonly issueKey: string
  readonly title: string
}

/** A link to an issue: its key and its title. */
export function IssueLine({ issueKey, title }: IssueLineProps) {
  const { slug } = useTenant()
  return (
    <Link
      className="issue-line"
      to="/t/$tenant/issues/$issue"
      params={{ tenant: slug, issue: issueKey }}
      title={title}
    >
      <Code>{issueKey}</Code> <span className="ellipsis">{title}</span>
    </Link>
  )
}
