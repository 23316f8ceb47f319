import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { preferencesQuery, tenantQuery } from '../account/queries.ts'
import { applyLook } from '../preferences.ts'
import { Notice } from './notice.tsx'
import { Page } from './page.tsx'

interface WorkspaceProps {
  readonly title: string
  /** What was done last, to be announced. */
  readonly news: string | undefined
  readonly children: ReactNode
}

/** A page of the dashboard with the way to the others, drawn as the user's preferences want it. */
export function Workspace({ title, news, children }: WorkspaceProps) {
  const { data } = useQuery(preferencesQuery)
  const tenant = useQuery(tenantQuery).data
  useEffect(() => {
    if (data) applyLook(data)
  }, [data])
  return (
    <Page title={title}>
      <nav className="workspaces" aria-label="Dashboard">
        <Link to="/dashboard" activeOptions={{ exact: true }} activeProps={{ 'aria-current': 'page' }}>
          Assets
        </Link>
        <Link to="/dashboard/issues" activeProps={{ 'aria-current': 'page' }}>
          Issues
        </Link>
        {tenant && (
          <Link to="/t/$tenant/assets" params={{ tenant: tenant.slug }}>
            All assets
          </Link>
        )}
        <Link to="/dashboard/you" activeProps={{ 'aria-current': 'page' }}>
          You
        </Link>
      </nav>
      <div role="status" className="notices">
        {news && <Notice tone="good">{news}</Notice>}
      </div>
      {children}
    </Page>
  )
}
