import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { QuotaList } from '../../quotas/quota-list.tsx'
import { Section } from '../../records/section.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'

/** The organisation's use of its quotas. */
export function QuotaUse() {
  const { t } = useLingui()
  const { id } = useTenant()
  const query = useQuery({
    queryKey: ['quotas', id],
    queryFn: ({ signal }) => api.quotas.list({ signal }),
  })
  const used = query.data?.filter(({ used: amount, is_default }) => amount > 0 || !is_default)
  return (
    <Section title={t`Usage`}>
      {query.isPending && <SkeletonLines />}
      {query.isError && <Unloaded query={query} />}
      {used?.length === 0 && <p className="hint">{t`Nothing was counted yet.`}</p>}
      {used && used.length > 0 && (
        <>
          <p className="hint">{t`Counted about once a minute, without shared records. The operator of this service sets the limits.`}</p>
          <QuotaList quotas={used} />
        </>
      )}
    </Section>
  )
}
