import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { tenantQuery, tenantsQuery } from '../account/queries.ts'

/** The most organisations that are linked beside the current one. The menu within an organisation lists all. */
const OTHERS = 4

/** Links from the dashboard to the user's organisations, the current one first. */
export function WayIn() {
  const { t } = useLingui()
  const query = useQuery(tenantsQuery)
  const tenants = query.data ?? []
  const inUse = useQuery(tenantQuery).data ?? tenants[0]
  if (!inUse && !query.isPending) return null
  const others = tenants.filter(({ id }) => id !== inUse?.id).slice(0, OTHERS)
  return (
    <div className="way-in">
      {[inUse ?? [], others].flat().map(({ id, slug, name }) => (
        <Link
          key={id}
          to="/t/$tenant"
          params={{ tenant: slug }}
          className={id === inUse?.id ? 'button primary' : 'button outlined'}
        >
          {t`Open ${name}`}
        </Link>
      ))}
    </div>
  )
}
