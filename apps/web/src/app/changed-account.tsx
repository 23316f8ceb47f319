import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { meQuery } from '../account/me-query.ts'
import { WithTexts } from './with-texts.tsx'

const AccountNotice = lazy(async () => ({
  default: (await import('../account/account-notice.tsx')).AccountNotice,
}))

/** Shows `AccountNotice` above every screen until the user has acknowledged it. */
export function ChangedAccount() {
  const notice = useQuery(meQuery).data?.account_notice
  return (
    <div role="status">
      {notice && (
        <div className="changed-account">
          <Suspense>
            <WithTexts of="dashboard">
              <AccountNotice notice={notice} />
            </WithTexts>
          </Suspense>
        </div>
      )}
    </div>
  )
}
