import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { preferencesQuery, tenantsQuery } from '../account/queries.ts'
import { showLanguage, usualLanguage } from '../i18n.ts'
import { useMayCreate } from '../organisations/create.ts'
import { WayIn } from '../organisations/way-in.tsx'
import { applyLook } from '../preferences.ts'
import { NoOrganisation } from './no-organisation.tsx'
import { Notice } from './notice.tsx'
import { Page } from './page.tsx'
import '../styles/app/marks.css'

interface WorkspaceProps {
  readonly title: string
  /** The message about the last action; screen readers announce it. */
  readonly news: string | undefined
  /** True if the page is useful to a user without an organisation. */
  readonly isForAll?: boolean
  /** The top of the page; by default, links to the user's organisations. */
  readonly start?: ReactNode
  readonly children: ReactNode
}

/** A page of the dashboard with links to the others, in the user's preferred language, colours and formats. */
export function Workspace({ title, news, isForAll = false, start = <WayIn />, children }: WorkspaceProps) {
  const { t } = useLingui()
  const { data } = useQuery(preferencesQuery)
  const isNowhere = useQuery(tenantsQuery).data?.length === 0
  const mayCreate = useMayCreate()
  useEffect(() => {
    if (!data) return
    applyLook(data)
    void showLanguage(usualLanguage(), 'dashboard')
  }, [data])
  return (
    <Page title={title}>
      {start}
      <nav className="workspaces" aria-label={t`Dashboard`}>
        <Link to="/dashboard" activeOptions={{ exact: true }} activeProps={{ 'aria-current': 'page' }}>
          {isNowhere ? t({ message: 'Start', context: 'navigation' }) : t`Assets`}
        </Link>
        {!isNowhere && (
          <Link to="/dashboard/issues" activeProps={{ 'aria-current': 'page' }}>
            <Trans>Issues</Trans>
          </Link>
        )}
        <Link to="/dashboard/you" activeProps={{ 'aria-current': 'page' }}>
          <Trans>You</Trans>
        </Link>
        {mayCreate && !isNowhere && (
          <Link to="/dashboard/new-organisation">
            <Trans>New organisation</Trans>
          </Link>
        )}
      </nav>
      <div role="status" className="notices">
        {news && <Notice tone="good">{news}</Notice>}
      </div>
      {isNowhere && <NoOrganisation />}
      {(!isNowhere || isForAll) && children}
    </Page>
  )
}
