import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Wrench } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { askAnew } from '../../ask-anew.ts'
import { useCan } from '../../records/can.ts'
import { ListPage } from '../../records/list-page.tsx'
import { ResourceTable } from '../../records/resource-table.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useRepairColumns, useRepairFilters } from './repair-columns.tsx'
import { RepairForm } from './repair-form.tsx'

/** All repairs of the assets that one may see. */
export function Repairs() {
  const { t } = useLingui()
  const can = useCan()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { slug } = useTenant()
  const [isAdding, setAdding] = useState(false)
  const add = can('assets:write', 'anywhere') && (
    <button type="button" className="button primary" onClick={() => setAdding(true)}>
      <Trans>Report a repair</Trans>
    </button>
  )
  return (
    <ListPage title={t`Repairs`} action={add}>
      <ResourceTable
        name="repairs"
        label={t`Repairs`}
        list={{
          page: (query, options) =>
            api.assetRepairs.list.safe({ ...query, include: ['asset', 'assignee'] }, options),
          csv: (query) => api.assetRepairs.list.csv(query),
        }}
        columns={useRepairColumns()}
        filters={useRepairFilters()}
        sort="-created_at"
        isSearched={false}
        empty={
          <div className="empty-state">
            <Wrench aria-hidden="true" />
            <h2>
              <Trans>No repairs yet</Trans>
            </h2>
            <p>
              <Trans>
                A repair is work on an asset: something is broken, or maintenance is due. It is followed as an
                issue, from the report to the outcome.
              </Trans>
            </p>
            {add}
          </div>
        }
      />
      {isAdding && (
        <RepairForm
          onClose={() => setAdding(false)}
          onDone={({ id }) => {
            setAdding(false)
            for (const key of ['repairs', 'assets', 'issues']) void askAnew(queries, { queryKey: [key] })
            toast(t`The repair was reported.`, {
              label: t`Open`,
              run: () =>
                void navigate({ to: '/t/$tenant/repairs/$repair', params: { tenant: slug, repair: id } }),
            })
          }}
        />
      )}
    </ListPage>
  )
}
