import { Link, Outlet, useRouterState } from '@tanstack/react-router'
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
        Sign in
      </Link>
      {closed === undefined && (
        <Link to="/signup" className="button outlined">
          Sign up
        </Link>
      )}
    </>
  )
}

function Header() {
  const signedIn = useSignedIn()
  return (
    <header className="header">
      <Link to="/" className="home" aria-label="Commonhold, start">
        <Wordmark />
      </Link>
      <nav aria-label="Account">
        {signedIn ? (
          <Link to="/signout" className="button quiet">
            Sign out
          </Link>
        ) : (
          <WaysIn />
        )}
      </nav>
    </header>
  )
}

/** Says so when the browser keeps nothing. */
function StorageNotice() {
  const failed = useStorageFailed()
  return (
    <div role="status" className="notices storage">
      {failed && (
        <Notice tone="info">
          Your browser’s storage is blocked or full. Everything works, but is not remembered: after a reload
          and in a new tab you may have to sign in again.
        </Notice>
      )}
    </div>
  )
}

/** What every page stands in. The screens of an organisation have a frame of their own. */
export function Layout() {
  const isInside = useRouterState({ select: ({ location }) => location.pathname.startsWith('/t/') })
  if (isInside)
    return (
      <>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <Outlet />
      </>
    )
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        <StorageNotice />
        <Outlet />
      </main>
    </>
  )
}
