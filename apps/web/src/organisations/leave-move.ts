import type { Tenant } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { meQuery } from '../account/me-query.ts'
import { tenantsQuery } from '../account/queries.ts'
import { api } from '../api.ts'
import { useTenant } from '../app/tenant-scope.tsx'
import type { Move } from '../records/moves.tsx'
import { forgetTenant } from '../tenant.ts'

/** The move by which the user leaves an organisation. If it is the current one, another one or the dashboard opens. */
export function useLeaveMove(): (tenant: Tenant) => Move<unknown> {
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const here = useTenant()
  return ({ id, name }) => ({
    id: 'leave',
    label: t`Leave`,
    isOffered: true,
    isDangerous: true,
    warning: t`You leave every group of ${name}, and your API keys there stop working. Your account stays. To come back, you need an invitation.`,
    run: async () => {
      const { id: user_id } = await queries.ensureQueryData(meQuery)
      await api.members.delete({ user_id }, { tenantId: id })
      const left = (await queries.ensureQueryData(tenantsQuery)).filter((one) => one.id !== id)
      const show = () => queries.setQueryData(tenantsQuery.queryKey, left)
      if (id !== here.id) return show()
      forgetTenant()
      const [next] = left
      if (!next) show()
      await (next
        ? navigate({ to: '/t/$tenant', params: { tenant: next.slug } })
        : navigate({ to: '/dashboard' }))
      return show()
    },
    done: t`You have left ${name}.`,
  })
}
