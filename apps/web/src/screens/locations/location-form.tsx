import type { Location, LocationCreate, LocationUpdate } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import { useExternalIdsField } from '../../records/external-ids.ts'
import type { FormField } from '../../records/form-field.tsx'
import { pickableLocations } from '../../records/pickables.ts'
import type { Pickable } from '../../records/picker.tsx'
import { RecordForm } from '../../records/record-form.tsx'
import { timeZones } from '../../records/time-zones.ts'
import { findByName } from '../../shared-names/speak.ts'

interface LocationFormProps {
  /** The location to change; absent if a new location is added. */
  readonly location?: Location
  /** The id of the location that contains the new location. */
  readonly parentId?: string
  readonly onDone: (location: Location) => void
  readonly onClose: () => void
}

const pickableLocationTypes: Pickable = {
  kind: 'location-types',
  permission: 'locations:read',
  find: async (words, signal) =>
    (
      await findByName(words, (asked) => api.locationTypes.list({ limit: 20, ...asked }, { signal }), {
        shared: 'only',
      })
    ).map(({ id, name }) => ({ id, text: name })),
  get: async (location_type_id, signal) => {
    const { id, name } = await api.locationTypes.get({ location_type_id }, { signal })
    return { id, text: name }
  },
}

/** The form that adds a location, or changes one. */
export function LocationForm({ location, parentId, onDone, onClose }: LocationFormProps) {
  const { t } = useLingui()
  const fields = useLocationFields()
  if (location)
    return (
      <RecordForm
        name="location"
        title={t`Change ${location.name}`}
        action={t`Save`}
        fields={fields}
        record={location}
        send={(body: LocationUpdate) => api.locations.update({ location_id: location.id }, body)}
        reload={() => api.locations.get({ location_id: location.id })}
        onDone={onDone}
        onClose={onClose}
      />
    )
  return (
    <RecordForm
      name={`new location ${parentId ?? ''}`}
      title={t`Add a location`}
      action={t`Add`}
      fields={fields}
      {...(parentId !== undefined && { start: { parent_id: parentId } })}
      send={(body: LocationCreate, options) => api.locations.create(body, options)}
      onDone={onDone}
      onClose={onClose}
    />
  )
}

function useLocationFields(): readonly FormField[] {
  const { t } = useLingui()
  const externalIds = useExternalIdsField()
  return [
    { kind: 'text', name: 'name', label: t`Name`, isRequired: true, maxLength: 255 },
    { kind: 'record', name: 'type_id', label: t`Type`, of: pickableLocationTypes, isRequired: true },
    {
      kind: 'record',
      name: 'parent_id',
      label: t`Lies within`,
      hint: t`Leave empty for a top-level location, such as a campus.`,
      of: pickableLocations,
    },
    {
      kind: 'text',
      name: 'code',
      label: t`Code`,
      hint: t`The name on signs and labels, such as A-1.04.`,
      maxLength: 64,
    },
    { kind: 'text', name: 'address/line1', label: t`Street and number`, maxLength: 255 },
    { kind: 'text', name: 'address/line2', label: t`Second line of the address`, maxLength: 255 },
    { kind: 'text', name: 'address/postal_code', label: t`Postal code`, maxLength: 32 },
    { kind: 'text', name: 'address/city', label: t`City`, maxLength: 255 },
    { kind: 'text', name: 'address/region', label: t`State or canton`, maxLength: 255 },
    {
      kind: 'text',
      name: 'address/country',
      label: t`Country`,
      hint: t`Two letters, such as CH.`,
      maxLength: 2,
    },
    { kind: 'choice', name: 'timezone', label: t`Time zone`, options: timeZones() },
    { kind: 'number', name: 'latitude', label: t`Latitude` },
    { kind: 'number', name: 'longitude', label: t`Longitude` },
    externalIds,
  ]
}
