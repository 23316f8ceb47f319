import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { meQuery } from '../account/me-query.ts'
import { endSession } from '../connection.ts'
import { leaveEverywhere } from '../drafts.ts'
import { takeToken } from '../session.ts'
import { Gate } from '../ui/gate.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'

/** Opening this page signs the user out: first in this browser, whatever the service answers afterwards. */
export function SignOut() {
  const { t } = useLingui()
  const queries = useQueryClient()
  useEffect(() => {
    const token = takeToken()
    leaveEverywhere(queries.getQueryData(meQuery.queryKey)?.id ?? null)
    queries.clear()
    if (token) void endSession(token)
  }, [queries])

  return (
    <Gate>
      <Page title={t`Sign out`}>
        <div role="status" className="notices">
          <Notice tone="good">
            <Trans>You are signed out.</Trans>
          </Notice>
        </div>
        <Link to="/signin" className="button primary wide">
          <Trans>Sign in again</Trans>
        </Link>
      </Page>
    </Gate>
  )
}
