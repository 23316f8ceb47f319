import { Trans, useLingui } from '@lingui/react/macro'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { isInside } from '../app/inside.ts'
import { useSignedIn } from '../session.ts'
import { useClosedSignUp } from '../sign-up-policy.ts'
import { useStorageFailed } from '../storage.ts'
import { Notice } from './notice.tsx'
import { Wordmark } from './wordmark.tsx'

function WaysIn() {
  const closed = useClosedSignUp()
  return (
    <>
      <Link to="/signin" className="button quiet">
        <Trans>Sign in</Trans>
      </Link>
      {closed === undefined && (
        <Link to="/signup" className="button outlined">
          <Trans>Sign up</Trans>
        </Link>
      )}
    </>
  )
}

function Header() {
  const { t } = useLingui()
  const signedIn = useSignedIn()
  return (
    <header className="header">
      <Link to="/" className="home" aria-label={t`Commonhold, start`}>
        <Wordmark />
      </Link>
      <nav aria-label={t`Account`}>
        {signedIn ? (
          <Link to="/signout" className="button quiet">
            <Trans>Sign out</Trans>
          </Link>
        ) : (
          <WaysIn />
        )}
      </nav>
    </header>
  )
}

/** A notice that the browser does not store anything. */
function StorageNotice() {
  const failed = useStorageFailed()
  return (
    <div role="status" className="notices storage">
      {failed && (
        <Notice tone="info">
          <Trans>
            Your browser’s storage is blocked or full. Everything works, but is not remembered: after a reload
            and in a new tab you may have to sign in again.
          </Trans>
        </Notice>
      )}
    </div>
  )
}

/** The layout of every page. The screens of an organisation and of the installation have a separate frame. */
export function Layout() {
  const isFramed = useRouterState({ select: ({ location }) => isInside(location.pathname) })
  if (isFramed)
    return (
      <>
        <a className="skip" href="#main">
          <Trans>Skip to content</Trans>
        </a>
        <Outlet />
      </>
    )
  return (
    <>
      <a className="skip" href="#main">
        <Trans>Skip to content</Trans>
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        <StorageNotice />
        <Outlet />
      </main>
    </>
  )
}
