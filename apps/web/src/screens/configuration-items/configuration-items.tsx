import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Network } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { askAnew } from '../../ask-anew.ts'
import { useCan } from '../../records/can.ts'
import { ListPage } from '../../records/list-page.tsx'
import { ResourceTable } from '../../records/resource-table.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useItemColumns, useItemFilters } from './item-columns.tsx'
import { ItemForm } from './item-form.tsx'

/** All configuration items. */
export function ConfigurationItems() {
  const { t } = useLingui()
  const can = useCan()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { slug } = useTenant()
  const [isAdding, setAdding] = useState(false)
  const add = can('configuration_items:write') && (
    <button type="button" className="button primary" onClick={() => setAdding(true)}>
      <Trans>Add a configuration item</Trans>
    </button>
  )
  return (
    <ListPage title={t`Configuration items`} action={add}>
      <ResourceTable
        name="configuration-items"
        label={t`Configuration items`}
        list={{
          page: (query, options) =>
            api.configurationItems.list.safe(
              { ...query, include: ['location', 'owner_group', 'owner_person'] },
              options,
            ),
          csv: (query) => api.configurationItems.list.csv(query),
        }}
        columns={useItemColumns()}
        filters={useItemFilters()}
        sort="name"
        empty={
          <div className="empty-state">
            <Network aria-hidden="true" />
            <h2>
              <Trans>No configuration items yet</Trans>
            </h2>
            <p>
              <Trans>
                A configuration item is a part of what you run, such as a service, a server or a network.
                Relate items to each other to see what fails together.
              </Trans>
            </p>
            {add}
          </div>
        }
      />
      {isAdding && (
        <ItemForm
          onClose={() => setAdding(false)}
          onDone={({ id, name }) => {
            setAdding(false)
            void askAnew(queries, { queryKey: ['configuration-items'] })
            toast(t`${name} was added.`, {
              label: t`Open`,
              run: () =>
                void navigate({
                  to: '/t/$tenant/configuration-items/$item',
                  params: { tenant: slug, item: id },
                }),
            })
          }}
        />
      )}
    </ListPage>
  )
}
