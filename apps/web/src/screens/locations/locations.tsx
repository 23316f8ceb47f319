import type { Location } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { MapPin } from 'lucide-react'
import { api } from '../../api.ts'
import { useCan } from '../../records/can.ts'
import { ListScreen } from '../../records/list-screen.tsx'
import { parametersOf, useView } from '../../records/view.ts'
import { useLocationColumns, useLocationFilters } from './location-columns.tsx'
import { LocationForm } from './location-form.tsx'
import { LocationLevel } from './location-tree.tsx'
import { LocationViews } from './location-views.tsx'

/** All locations: as a tree, or as a list that can be searched. */
export function Locations() {
  const { t } = useLingui()
  const can = useCan()
  const [view, change] = useView()
  const isList = view.view === 'list' || Object.keys(parametersOf(view)).length > 0
  return (
    <ListScreen<Location>
      name="locations"
      title={t`Locations`}
      beside={
        <>
          <LocationViews />
          <button
            type="button"
            className="button outlined search-list"
            onClick={() =>
              change(
                isList ? Object.fromEntries(Object.keys(view).map((name) => [name, ''])) : { view: 'list' },
              )
            }
          >
            {isList ? t`Show as a tree` : t`Search the list`}
          </button>
        </>
      }
      list={{
        page: (query, options) => api.locations.list.safe({ ...query, include: ['type', 'parent'] }, options),
        csv: (query) => api.locations.list.csv(query),
      }}
      columns={useLocationColumns()}
      filters={useLocationFilters()}
      sort="name"
      instead={
        isList
          ? undefined
          : (empty) => (
              <div className="tree-panel">
                <LocationLevel empty={empty} />
              </div>
            )
      }
      empty={{
        icon: MapPin,
        title: t`No locations yet`,
        text: t`A location is a place where things are: a campus, a building, a room, a cupboard.`,
      }}
      add={{
        label: t`Add a location`,
        isOffered: can('locations:write'),
        form: (events) => <LocationForm {...events} />,
        said: ({ name }) => t`${name} was added.`,
      }}
    />
  )
}
