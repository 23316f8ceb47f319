import type { ConfigurationItem } from '@commonhold/contract'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { RecordActions } from '../../records/record-actions.tsx'
import { useUsualMoves } from '../../records/usual-moves.ts'
import { ItemForm } from './item-form.tsx'

/** The actions of a configuration item's page. */
export function ItemActions({ item }: { readonly item: ConfigurationItem }) {
  const { slug } = useTenant()
  const navigate = useNavigate()
  const can = useCan()
  const mayWrite = can('configuration_items:write')
  const params = { ci_id: item.id }
  const moves = useUsualMoves<ConfigurationItem>({
    record: item,
    name: item.name,
    mayWrite,
    mayDelete: can('configuration_items:delete'),
    archive: () => api.configurationItems.archive(params),
    restore: () => api.configurationItems.restore(params),
    remove: () => api.configurationItems.delete(params),
    onRemoved: () => void navigate({ to: '/t/$tenant/configuration-items', params: { tenant: slug } }),
  })
  return (
    <RecordActions<ConfigurationItem>
      of={item.name}
      touches={['configuration-items']}
      moves={moves}
      mayEdit={mayWrite && item.archived_at === null}
      form={(events) => <ItemForm item={item} {...events} />}
    />
  )
}
