import type { Quota, QuotaSetting } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { QuotaList } from '../../quotas/quota-list.tsx'
import { quotaLabels } from '../../quotas/quota-words.ts'
import { type Move, Moves } from '../../records/moves.tsx'
import { Section } from '../../records/section.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'

/** The quotas of an organisation and their use. An operator can change the limits. */
export function TenantQuotas({ tenant_id }: { readonly tenant_id: string }) {
  const { t } = useLingui()
  const query = useQuery({
    queryKey: ['operator', 'quotas', tenant_id],
    queryFn: ({ signal }) => api.operator.tenants.quotas.list({ tenant_id }, { signal }),
  })
  return (
    <Section title={t`Quotas`}>
      {query.isPending && <SkeletonLines />}
      {query.isError && <Unloaded query={query} />}
      {query.data && (
        <QuotaList
          quotas={query.data}
          actionsOf={(quota) => <QuotaMoves tenant_id={tenant_id} quota={quota} />}
        />
      )}
    </Section>
  )
}

interface QuotaMovesProps {
  readonly tenant_id: string
  readonly quota: Quota
}

function QuotaMoves({ tenant_id, quota: { name, limit, is_default } }: QuotaMovesProps) {
  const { t } = useLingui()
  const label = t(quotaLabels[name])
  const params = { tenant_id, quota_name: name }
  const done = t`The limit was changed.`
  const set = (setting: QuotaSetting) => api.operator.tenants.quotas.set(params, setting)
  const reset = () => api.operator.tenants.quotas.delete(params)
  const before = () => (is_default ? reset() : set({ limit }))
  const moves: readonly Move<unknown>[] = [
    {
      id: 'limit',
      label: t`Change the limit`,
      isOffered: true,
      fields: [{ kind: 'number', name: 'limit', label: t`Limit`, isRequired: true }],
      // The field is required. Text that is no number is passed on: the error of the service names the field.
      run: (body) => set(body as QuotaSetting),
      done,
      undo: before,
    },
    {
      id: 'unlimited',
      label: t`Lift the limit`,
      isOffered: limit !== null,
      run: () => set({ limit: null }),
      done,
      undo: before,
    },
    {
      id: 'default',
      label: t`Use the limit of the installation`,
      isOffered: !is_default,
      run: reset,
      done,
      undo: () => set({ limit }),
    },
  ]
  return <Moves of={label} moves={moves} touches={['operator']} buttons={0} />
}
