import type { AssetRepair } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { Wrench } from 'lucide-react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { ListScreen } from '../../records/list-screen.tsx'
import { useRepairColumns, useRepairFilters } from './repair-columns.tsx'
import { RepairForm } from './repair-form.tsx'

/** The list of repairs. */
export function Repairs() {
  const { t } = useLingui()
  const can = useCan()
  const { slug: tenant } = useTenant()
  return (
    <ListScreen<AssetRepair>
      name="repairs"
      title={t`Repairs`}
      list={{
        page: (query, options) =>
          api.assetRepairs.list.safe({ ...query, include: ['asset', 'assignee'] }, options),
        csv: (query) => api.assetRepairs.list.csv(query),
      }}
      columns={useRepairColumns()}
      filters={useRepairFilters()}
      sort="-created_at"
      isSearched={false}
      emptyDespite={{ is_closed: 'false' }}
      empty={{
        icon: Wrench,
        title: t`No open repairs`,
        text: t`A repair is work on an asset that is broken or due for maintenance. It is tracked as an issue.`,
      }}
      add={{
        label: t`Report a repair`,
        isOffered: can('assets:write', 'anywhere'),
        form: (events) => <RepairForm {...events} />,
        pageOf: ({ id }) => ({ to: '/t/$tenant/repairs/$repair', params: { tenant, repair: id } }),
        said: () => t`The repair was reported.`,
        touches: ['assets', 'issues'],
      }}
    />
  )
}
