import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { meQuery } from '../account/queries.ts'
import { IssueDetail } from '../issues/issue-detail.tsx'
import { IssueFilter } from '../issues/issue-filter.tsx'
import { IssueForm } from '../issues/issue-form.tsx'
import { IssueList } from '../issues/issue-list.tsx'
import type { View } from '../issues/queries.ts'
import { Unloaded } from '../ui/unloaded.tsx'
import { Workspace } from '../ui/workspace.tsx'

/** One's work: the issues that are assigned to one, that one reported, or of the selected project. */
export function Issues() {
  const me = useQuery(meQuery)
  const { issue } = useSearch({ from: '/dashboard/issues' })
  const [view, setView] = useState<View>({ whose: 'assigned', state: 'open', order: '-opened_at', words: '' })
  const [news, setNews] = useState<string>()
  return (
    <Workspace title="Issues" news={news}>
      {me.data ? (
        <div className="workplace">
          <section className="card" aria-labelledby="new-issue">
            <h2 id="new-issue">New issue</h2>
            <IssueForm userId={me.data.id} onMade={({ key }) => setNews(`${key} was created.`)} />
          </section>
          <div className="column">
            {issue ? (
              <IssueDetail key={issue} issueId={issue} onNews={setNews} />
            ) : (
              <section className="card" aria-labelledby="issues">
                <h2 id="issues">Issues</h2>
                <IssueFilter view={view} onView={setView} />
                <IssueList view={view} userId={me.data.id} />
              </section>
            )}
          </div>
        </div>
      ) : (
        <Unloaded query={me} />
      )}
    </Workspace>
  )
}
