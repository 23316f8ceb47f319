import { Trans, useLingui } from '@lingui/react/macro'
import { hashKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { problemText } from '../problem-text.ts'
import { storeTenant } from '../tenant.ts'
import { SelectField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Unloaded } from '../ui/unloaded.tsx'
import { tenantQuery, tenantsQuery } from './queries.ts'

/** Queries that a change of the tenant does not reset, so that the field stays on the page. */
const KEPT = new Set([tenantsQuery.queryKey, tenantQuery.queryKey].map(hashKey))

/** Field for the organisation of this tab. Other tabs keep theirs; the next sign-in begins in the one chosen last. */
export function TenantSwitch() {
  const { t } = useLingui()
  const queries = useQueryClient()
  const tenants = useQuery(tenantsQuery)
  const current = useQuery(tenantQuery)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (tenant_id: string) => api.me.currentTenant.set({ tenant_id }, { tenantId: tenant_id }),
    onSuccess: async (tenant) => {
      storeTenant(tenant.id)
      queries.setQueryData(tenantQuery.queryKey, tenant)
      await queries.resetQueries({ predicate: ({ queryKey }) => !KEPT.has(hashKey(queryKey)) })
    },
  })
  const currentId = current.data?.id
  if (!tenants.data) return <Unloaded query={tenants} />
  if (current.isPending) return <Unloaded query={current} />
  if (tenants.data.length === 0)
    return (
      <p className="hint">
        <Trans>You belong to no organisation yet.</Trans>
      </p>
    )
  return (
    <>
      <SelectField
        label={t`Organisation`}
        hint={t`Applies only to this tab.`}
        value={currentId ?? ''}
        disabled={isPending}
        onChange={(event) => mutate(event.target.value)}
      >
        {currentId === undefined && (
          <option value="">
            <Trans>Choose one</Trans>
          </option>
        )}
        {tenants.data.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <div role="alert">{error && <Notice tone="problem">{problemText(error)}</Notice>}</div>
    </>
  )
}
