import { Link } from '@tanstack/react-router'
import { Page } from '../ui/page.tsx'

export function NotFound() {
  return (
    <div className="lone">
      <p className="overline">404</p>
      <Page title="Page not found" lead="The address may be mistyped, or the page was moved.">
        <Link to="/dashboard" className="button primary">
          Go to the dashboard
        </Link>
      </Page>
    </div>
  )
}
