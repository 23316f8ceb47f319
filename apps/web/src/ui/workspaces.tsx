import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { preferencesQuery } from '../account/queries.ts'
import { applyLook } from '../preferences.ts'

/** The parts of the dashboard, drawn as the user's preferences want it. */
export function Workspaces() {
  const { data } = useQuery(preferencesQuery)
  useEffect(() => {
    if (data) applyLook(data)
  }, [data])
  return (
    <nav className="workspaces" aria-label="Dashboard">
      <Link to="/dashboard" activeOptions={{ exact: true }} activeProps={{ 'aria-current': 'page' }}>
        Assets
      </Link>
      <Link to="/dashboard/issues" activeProps={{ 'aria-current': 'page' }}>
        Issues
      </Link>
      <Link to="/dashboard/you" activeProps={{ 'aria-current': 'page' }}>
        You
      </Link>
    </nav>
  )
}
