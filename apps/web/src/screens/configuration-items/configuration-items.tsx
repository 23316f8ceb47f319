import type { ConfigurationItem } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { Network } from 'lucide-react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { ListScreen } from '../../records/list-screen.tsx'
import { useItemColumns, useItemFilters } from './item-columns.tsx'
import { ItemForm } from './item-form.tsx'

/** The list of configuration items. */
export function ConfigurationItems() {
  const { t } = useLingui()
  const can = useCan()
  const { slug: tenant } = useTenant()
  return (
    <ListScreen<ConfigurationItem>
      name="configuration-items"
      title={t`Configuration items`}
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
      empty={{
        icon: Network,
        title: t`No configuration items yet`,
        text: t`A configuration item is a part of what you run, such as a server or a network. Relate items to see what fails together.`,
      }}
      add={{
        label: t`Add a configuration item`,
        isOffered: can('configuration_items:write'),
        form: (events) => <ItemForm {...events} />,
        pageOf: ({ id }) => ({ to: '/t/$tenant/configuration-items/$item', params: { tenant, item: id } }),
        said: ({ name }) => t`${name} was added.`,
      }}
    />
  )
}
