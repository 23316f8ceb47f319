import type { ConfigurationItem } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { askAnew } from '../../ask-anew.ts'
import { useCan } from '../../records/can.ts'
import { Moves } from '../../records/moves.tsx'
import { useUsualMoves } from '../../records/usual-moves.ts'
import { toast } from '../../ui/toasts.tsx'
import { ItemForm } from './item-form.tsx'

/** What can be done with a configuration item. */
export function ItemActions({ item }: { readonly item: ConfigurationItem }) {
  const { t } = useLingui()
  const { slug } = useTenant()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const can = useCan()
  const mayWrite = can('configuration_items:write')
  const [isEditing, setEditing] = useState(false)
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
    <>
      {mayWrite && item.archived_at === null && (
        <button type="button" className="button outlined small" onClick={() => setEditing(true)}>
          <Trans>Edit</Trans>
        </button>
      )}
      <Moves of={item.name} moves={moves} touches={['configuration-items']} buttons={0} />
      {isEditing && (
        <ItemForm
          item={item}
          onClose={() => setEditing(false)}
          onDone={({ name }) => {
            setEditing(false)
            void askAnew(queries, { queryKey: ['configuration-items'] })
            toast(t`${name} was saved.`)
          }}
        />
      )}
    </>
  )
}
