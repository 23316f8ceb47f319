import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MapPin } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { askAnew } from '../../ask-anew.ts'
import { useCan } from '../../records/can.ts'
import { ListPage } from '../../records/list-page.tsx'
import { ResourceTable } from '../../records/resource-table.tsx'
import { parametersOf, useView } from '../../records/view.ts'
import { toast } from '../../ui/toasts.tsx'
import { useLocationColumns, useLocationFilters } from './location-columns.tsx'
import { LocationForm } from './location-form.tsx'
import { LocationLevel } from './location-tree.tsx'

/** All places: as a tree, or as a list that can be searched. */
export function Locations() {
  const { t } = useLingui()
  const can = useCan()
  const queries = useQueryClient()
  const { slug } = useTenant()
  const [view, change] = useView()
  const [isAdding, setAdding] = useState(false)
  const isList = view.view === 'list' || Object.keys(parametersOf(view)).length > 0
  const columns = useLocationColumns()
  const filters = useLocationFilters()
  const add = can('locations:write') && (
    <button type="button" className="button primary" onClick={() => setAdding(true)}>
      <Trans>Add a location</Trans>
    </button>
  )
  const empty = (
    <div className="empty-state">
      <MapPin aria-hidden="true" />
      <h2>
        <Trans>No locations yet</Trans>
      </h2>
      <p>
        <Trans>A location is a place where things are: a campus, a building, a room, a cupboard.</Trans>
      </p>
      {add}
    </div>
  )
  return (
    <ListPage
      title={t`Locations`}
      action={
        <span className="page-actions">
          <Link className="button quiet" to="/t/$tenant/location-types" params={{ tenant: slug }}>
            <Trans>Types</Trans>
          </Link>
          <button
            type="button"
            className="button outlined"
            onClick={() =>
              change(
                isList ? Object.fromEntries(Object.keys(view).map((name) => [name, ''])) : { view: 'list' },
              )
            }
          >
            {isList ? t`Show as a tree` : t`Search the list`}
          </button>
          {add}
        </span>
      }
    >
      {isList ? (
        <ResourceTable
          name="locations"
          label={t`Locations`}
          list={{
            page: (query, options) =>
              api.locations.list.safe({ ...query, include: ['type', 'parent'] }, options),
            csv: (query) => api.locations.list.csv(query),
          }}
          columns={columns}
          filters={filters}
          sort="name"
          empty={empty}
        />
      ) : (
        <div className="tree-panel">
          <LocationLevel empty={empty} />
        </div>
      )}
      {isAdding && (
        <LocationForm
          onClose={() => setAdding(false)}
          onDone={({ name }) => {
            setAdding(false)
            void askAnew(queries, { queryKey: ['locations'] })
            toast(t`${name} was added.`)
          }}
        />
      )}
    </ListPage>
  )
}
