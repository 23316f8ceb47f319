import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { tenantQuery } from '../account/queries.ts'
import { statusOf } from '../problem-text.ts'
import { Unloaded } from '../ui/unloaded.tsx'

/** The address of the installation: it leads to the home of the tenant in use; where there is none, to the dashboard. */
export function Start() {
  const tenant = useQuery(tenantQuery)
  if (tenant.data) return <Navigate to="/t/$tenant" params={{ tenant: tenant.data.slug }} replace />
  // A refused session leads to the sign-in already.
  if (tenant.error && statusOf(tenant.error) !== 401) return <Navigate to="/dashboard" replace />
  return <Unloaded query={tenant} />
}
