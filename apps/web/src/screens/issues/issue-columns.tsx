import type { Issue } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Column } from '../../records/columns.ts'
import { useCommonColumns } from '../../records/common-columns.tsx'
import { Day } from '../../ui/day.tsx'
import { Code, CutText, None, Person } from '../../ui/marks.tsx'
import { When } from '../../ui/when.tsx'
import { IssueStatus, Priority, useTypeName } from './marks.tsx'

/** The columns of lists of issues. `moveOf` returns the function that moves an issue, or undefined if the user may not. */
export function useIssueColumns(
  link: (issue: Issue) => ReactNode,
  moveOf: (issue: Issue) => (() => void) | undefined,
): readonly Column<Issue>[] {
  const { t } = useLingui()
  const { changed } = useCommonColumns()
  const typeName = useTypeName()
  return [
    {
      id: 'key',
      title: t`Key`,
      priority: 1,
      width: '5.25rem',
      sort: 'number',
      cell: ({ key }) => <Code>{key}</Code>,
    },
    { id: 'title', title: t`Title`, isName: true, room: 27, sort: 'title', cell: link },
    {
      id: 'status',
      title: t`Status`,
      priority: 1,
      width: '7.5rem',
      sort: 'status',
      cell: (issue) => {
        const onMove = moveOf(issue)
        if (!onMove) return <IssueStatus issue={issue} />
        return (
          <button type="button" className="cell-button" title={t`Move ${issue.key}`} onClick={onMove}>
            <IssueStatus issue={issue} />
          </button>
        )
      },
    },
    {
      id: 'priority',
      title: t`Priority`,
      width: '5.75rem',
      sort: 'priority_level',
      cell: (issue) => <Priority issue={issue} />,
    },
    {
      id: 'assignee',
      title: t`Assignee`,
      priority: 1,
      width: 'minmax(8rem, 1fr)',
      cell: ({ assignee, assignee_group }) =>
        assignee?.name ? <Person name={assignee.name} /> : <CutText text={assignee_group?.name} />,
    },
    {
      id: 'type',
      title: t`Type`,
      isExtra: true,
      width: '9rem',
      sort: 'issue_type',
      cell: ({ issue_type }) => <span>{typeName(issue_type)}</span>,
    },
    {
      id: 'due_date',
      title: t`Due`,
      width: '6.5rem',
      sort: 'due_date',
      cell: ({ due_date, is_closed }) => (due_date ? <Day on={due_date} isDue={!is_closed} /> : <None />),
    },
    {
      id: 'project',
      title: t`Project`,
      isExtra: true,
      cell: ({ project }) => <CutText text={project?.name} />,
    },
    {
      id: 'reporter',
      title: t`Reporter`,
      isExtra: true,
      cell: ({ reporter }) => (reporter?.name ? <Person name={reporter.name} /> : <None />),
    },
    {
      id: 'labels',
      title: t`Labels`,
      isExtra: true,
      cell: ({ labels }) => (labels.length > 0 ? <span>{labels.join(', ')}</span> : <None />),
    },
    {
      id: 'opened_at',
      title: t`Opened`,
      priority: 3,
      width: '8rem',
      sort: 'opened_at',
      cell: ({ opened_at }) => <When at={opened_at} />,
    },
    changed,
  ]
}
