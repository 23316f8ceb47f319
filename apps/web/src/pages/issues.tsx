import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { meQuery } from '../account/me-query.ts'
import { IssueDetail } from '../issues/issue-detail.tsx'
import { IssueFilter } from '../issues/issue-filter.tsx'
import { IssueForm } from '../issues/issue-form.tsx'
import { IssueList } from '../issues/issue-list.tsx'
import type { View } from '../issues/queries.ts'
import { Unloaded } from '../ui/unloaded.tsx'
import { Workspace } from '../ui/workspace.tsx'

/** The issues that are assigned to the user, were reported by the user, or belong to the selected project. */
export function Issues() {
  const { t } = useLingui()
  const me = useQuery(meQuery)
  const [news, setNews] = useState<string>()
  return (
    <Workspace title={t`Issues`} news={news}>
      {me.data ? <Work userId={me.data.id} onNews={setNews} /> : <Unloaded query={me} />}
    </Workspace>
  )
}

interface WorkProps {
  readonly userId: string
  readonly onNews: (news: string) => void
}

function Work({ userId, onNews }: WorkProps) {
  const { t } = useLingui()
  const { issue } = useSearch({ from: '/dashboard/issues' })
  const [view, setView] = useState<View>({ whose: 'assigned', state: 'open', order: '-opened_at', words: '' })
  const form = (
    <section key="new" className="card" aria-labelledby="new-issue">
      <h2 id="new-issue">
        <Trans>New issue</Trans>
      </h2>
      <IssueForm userId={userId} onMade={({ key }) => onNews(t`${key} was created.`)} />
    </section>
  )
  // On a narrow screen, an open issue is shown above the form, because nobody would look for it below.
  if (issue)
    return (
      <div className="workplace">
        {[
          <div key="opened" className="column">
            <IssueDetail key={issue} issueId={issue} onNews={onNews} />
          </div>,
          form,
        ]}
      </div>
    )
  return (
    <div className="workplace">
      {[
        form,
        <div key="list" className="column">
          <section className="card" aria-labelledby="issues">
            <h2 id="issues">
              <Trans>Issues</Trans>
            </h2>
            <IssueFilter view={view} onView={setView} />
            <IssueList view={view} userId={userId} />
          </section>
        </div>,
      ]}
    </div>
  )
}
