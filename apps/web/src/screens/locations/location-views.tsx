import { useLingui } from '@lingui/react/macro'
import { Views } from '../../app/place-links.tsx'

/** Links to the list of locations and to the list of their types. */
export function LocationViews() {
  const { t } = useLingui()
  return (
    <Views
      views={[
        ['/t/$tenant/locations', t`Locations`],
        ['/t/$tenant/location-types', t`Types`],
      ]}
    />
  )
}
