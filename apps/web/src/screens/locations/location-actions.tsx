import type { Location } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { type ScreenAction, useScreenActions } from '../../app/screen-actions.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { type Move, Moves } from '../../records/moves.tsx'
import { useOpenForm } from '../../records/open-form.ts'
import { pickableLocations } from '../../records/pickables.ts'
import { useUsualMoves } from '../../records/usual-moves.ts'
import { refetch } from '../../refetch.ts'
import { toast } from '../../ui/toasts.tsx'
import { LocationForm } from './location-form.tsx'

/** The actions of a location's page. */
export function LocationActions({ location }: { readonly location: Location }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const can = useCan()
  const navigate = useNavigate()
  const { slug } = useTenant()
  const moves = useLocationMoves(location)
  const [open, setOpen] = useOpenForm<'edit' | 'add'>('location')
  const close = () => setOpen()
  const isOpenToChange = can('locations:write') && location.archived_at === null
  const done = (text: string) => {
    close()
    void refetch(queries, { queryKey: ['locations'] })
    toast(text)
  }
  const takeStock = () =>
    void navigate({
      to: '/t/$tenant/scan/stock',
      params: { tenant: slug },
      search: { place: location.id },
    })
  const mayCount = can(['assets:write', 'locations:read'], 'anywhere') && location.archived_at === null
  const changes: readonly ScreenAction[] = [
    { label: t`Edit`, of: location.name, run: () => setOpen('edit') },
    { label: t`Add a location within`, of: location.name, run: () => setOpen('add') },
  ]
  const count: ScreenAction = { label: t`Take stock`, of: location.name, run: takeStock }
  const actions = [...(isOpenToChange ? changes : []), ...(mayCount ? [count] : [])]
  useScreenActions(actions)
  return (
    <>
      {actions.map(({ label, run }) => (
        <button key={label} type="button" className="button outlined small" onClick={run}>
          {label}
        </button>
      ))}
      <Moves of={location.name} moves={moves} touches={['locations']} buttons="next" />
      {isOpenToChange && open === 'edit' && (
        <LocationForm
          location={location}
          onClose={close}
          onDone={({ name }) => done(t`${name} was saved.`)}
        />
      )}
      {isOpenToChange && open === 'add' && (
        <LocationForm
          parentId={location.id}
          onClose={close}
          onDone={({ name }) => done(t`${name} was added.`)}
        />
      )}
    </>
  )
}

function useLocationMoves(location: Location): readonly Move<Location>[] {
  const { t } = useLingui()
  const { slug } = useTenant()
  const navigate = useNavigate()
  const can = useCan()
  const mayWrite = can('locations:write')
  const { name, parent_id } = location
  const params = { location_id: location.id }
  const isMovable = mayWrite && location.archived_at === null
  const undo = () => api.locations.update(params, { parent_id })
  return [
    {
      id: 'move',
      label: t`Move`,
      isOffered: isMovable,
      fields: [
        {
          kind: 'record',
          name: 'parent_id',
          label: t`Into`,
          hint: t`Everything inside it moves too.`,
          of: pickableLocations,
          isRequired: true,
        },
      ],
      run: (body) => api.locations.update(params, body),
      done: t`${name} was moved.`,
      undo,
    },
    {
      id: 'top',
      label: t`Make top-level`,
      isOffered: isMovable && parent_id !== null,
      run: () => api.locations.update(params, { parent_id: null }),
      done: t`${name} was moved.`,
      undo,
    },
    ...useUsualMoves<Location>({
      record: location,
      name,
      mayWrite,
      mayDelete: can('locations:delete'),
      archive: () => api.locations.archive(params),
      restore: () => api.locations.restore(params),
      remove: () => api.locations.delete(params),
      onRemoved: () => void navigate({ to: '/t/$tenant/locations', params: { tenant: slug } }),
    }),
  ]
}
