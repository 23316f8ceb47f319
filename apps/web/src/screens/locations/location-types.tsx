import type { LocationType, LocationTypeCreate, LocationTypeUpdate } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { askAnew } from '../../ask-anew.ts'
import { useCan } from '../../records/can.ts'
import type { FormField } from '../../records/form-field.tsx'
import { ListPage } from '../../records/list-page.tsx'
import { Moves } from '../../records/moves.tsx'
import { RecordForm } from '../../records/record-form.tsx'
import { ResourceTable } from '../../records/resource-table.tsx'
import { useDeletion } from '../../records/usual-moves.ts'
import { toast } from '../../ui/toasts.tsx'

/** The kinds of places. */
export function LocationTypes() {
  const { t } = useLingui()
  const mayWrite = useCan()('locations:write')
  const [edited, setEdited] = useState<LocationType | 'new'>()
  const add = mayWrite && (
    <button type="button" className="button primary" onClick={() => setEdited('new')}>
      <Trans>Add a type</Trans>
    </button>
  )
  return (
    <ListPage title={t`Types of locations`} action={add}>
      <ResourceTable
        name="location-types"
        label={t`Types of locations`}
        list={{ page: (query, options) => api.locationTypes.list.safe(query, options) }}
        columns={[
          {
            id: 'name',
            title: t`Name`,
            isName: true,
            sort: 'name',
            cell: (type) =>
              mayWrite ? (
                <button type="button" className="link row-link" onClick={() => setEdited(type)}>
                  {type.name}
                </button>
              ) : (
                <span>{type.name}</span>
              ),
          },
          {
            id: 'description',
            title: t`Description`,
            width: 'minmax(10rem, 3fr)',
            cell: ({ description }) => <span className="ellipsis">{description}</span>,
          },
          {
            id: 'actions',
            title: t`Actions`,
            width: '5rem',
            cell: (type) => <TypeActions type={type} />,
          },
        ]}
        empty={
          <div className="empty-state">
            <h2>
              <Trans>No types yet</Trans>
            </h2>
            <p>
              <Trans>A type says what kind of place a location is, such as a building or a room.</Trans>
            </p>
            {add}
          </div>
        }
      />
      {edited && (
        <TypeForm {...(edited !== 'new' && { type: edited })} onClose={() => setEdited(undefined)} />
      )}
    </ListPage>
  )
}

function TypeActions({ type }: { readonly type: LocationType }) {
  const mayWrite = useCan()('locations:write')
  const deletion = useDeletion({
    record: type,
    name: type.name,
    mayWrite,
    remove: () => api.locationTypes.delete({ location_type_id: type.id }),
    onRemoved: () => undefined,
  })
  return <Moves of={type.name} moves={[deletion]} touches={['location-types']} buttons={0} />
}

function TypeForm({ type, onClose }: { readonly type?: LocationType; readonly onClose: () => void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const fields: readonly FormField[] = [
    { kind: 'text', name: 'name', label: t`Name`, isRequired: true, maxLength: 255 },
    { kind: 'long', name: 'description', label: t`Description` },
    { kind: 'number', name: 'position', label: t`Position`, hint: t`The lowest stands first in lists.` },
  ]
  const usual = {
    fields,
    onClose,
    onDone: ({ name }: LocationType) => {
      onClose()
      void askAnew(queries, { queryKey: ['location-types'] })
      toast(t`${name} was saved.`)
    },
  }
  return type ? (
    <RecordForm
      {...usual}
      name="location type"
      title={t`Change ${type.name}`}
      action={t`Save`}
      record={type}
      send={(body: LocationTypeUpdate) => api.locationTypes.update({ location_type_id: type.id }, body)}
    />
  ) : (
    <RecordForm
      {...usual}
      name="new location type"
      title={t`Add a type`}
      action={t`Add`}
      send={(body: LocationTypeCreate, options) => api.locationTypes.create(body, options)}
    />
  )
}
