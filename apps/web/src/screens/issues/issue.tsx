import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTenant } from '../../app/tenant-scope.tsx'
import { RecordPage, UnloadedRecord } from '../../records/record-page.tsx'
import { Code } from '../../ui/marks.tsx'
import { IssueActions } from './issue-actions.tsx'
import { IssueBody } from './issue-body.tsx'
import { IssueFacts } from './issue-facts.tsx'
import { IssueStatus } from './marks.tsx'
import { wholeIssueQuery } from './queries.ts'

/** The page of one issue, whose key is in the address. */
export function IssuePage() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const { issue: key } = useParams({ from: '/t/$tenant/issues/$issue' })
  const within = { text: t`Issues`, link: { to: '/t/$tenant/issues', params: { tenant: slug } } } as const
  const query = useQuery(wholeIssueQuery(key))
  if (!query.data) return <UnloadedRecord query={query} within={within} />
  const issue = query.data
  return (
    <RecordPage
      within={within}
      title={issue.title}
      code={<Code>{issue.key}</Code>}
      marks={<IssueStatus issue={issue} />}
      actions={<IssueActions issue={issue} />}
      side={<IssueFacts issue={issue} />}
    >
      <IssueBody issue={issue} />
    </RecordPage>
  )
}
