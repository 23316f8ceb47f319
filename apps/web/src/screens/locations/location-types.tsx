import type { LocationType, LocationTypeCreate, LocationTypeUpdate } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { MapPin } from 'lucide-react'
import { api } from '../../api.ts'
import { useCan } from '../../records/can.ts'
import { useCommonColumns } from '../../records/common-columns.tsx'
import { Moves } from '../../records/moves.tsx'
import { SimpleList } from '../../records/simple-list.tsx'
import { useDeletion } from '../../records/usual-moves.ts'
import { LocationViews } from './location-views.tsx'

/** The list of location types. */
export function LocationTypes() {
  const { t } = useLingui()
  const can = useCan()
  return (
    <SimpleList<LocationType, LocationTypeCreate, LocationTypeUpdate>
      name="location-types"
      title={t`Types of locations`}
      add={t`Add a type`}
      extra={<LocationViews />}
      mayWrite={can('locations:write')}
      mayDelete={can('locations:delete')}
      list={{ page: (query, options) => api.locationTypes.list.safe(query, options) }}
      sort="position"
      columns={[useCommonColumns().description]}
      fields={[
        { kind: 'text', name: 'name', label: t`Name`, isRequired: true, maxLength: 255 },
        { kind: 'long', name: 'description', label: t`Description` },
        { kind: 'number', name: 'position', label: t`Position`, hint: t`The lowest one is listed first.` },
      ]}
      create={(body, options) => api.locationTypes.create(body, options)}
      get={(location_type_id) => api.locationTypes.get({ location_type_id })}
      update={(location_type_id, body) => api.locationTypes.update({ location_type_id }, body)}
      actions={(type) => <TypeActions type={type} />}
      empty={{
        icon: MapPin,
        title: t`No types yet`,
        text: t`A type says what kind of place a location is, such as a building or a room.`,
      }}
    />
  )
}

function TypeActions({ type }: { readonly type: LocationType }) {
  const deletion = useDeletion({
    record: type,
    name: type.name,
    mayDelete: useCan()('locations:delete'),
    remove: () => api.locationTypes.delete({ location_type_id: type.id }),
    onRemoved: () => undefined,
  })
  return <Moves of={type.name} moves={[deletion]} touches={['location-types']} buttons={0} />
}
