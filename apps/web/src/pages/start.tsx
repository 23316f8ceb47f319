import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { tenantQuery } from '../account/queries.ts'
import { useSharedOnly } from '../organisations/newcomer.ts'
import { statusOf } from '../problem-text.ts'
import { Unloaded } from '../ui/unloaded.tsx'

/**
 * The page at `/`: it leads to the home of the current tenant. A new user, or a user without a tenant, begins at the dashboard.
 */
export function Start() {
  const tenant = useQuery(tenantQuery)
  const shared = useSharedOnly()
  if (shared) return <Navigate to="/dashboard" replace />
  if (tenant.data && shared === null)
    return <Navigate to="/t/$tenant" params={{ tenant: tenant.data.slug }} replace />
  // After a 401, the sign-in is already open.
  if (tenant.error && statusOf(tenant.error) !== 401) return <Navigate to="/dashboard" replace />
  return <Unloaded query={tenant} />
}
