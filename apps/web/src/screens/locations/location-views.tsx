import { useLingui } from '@lingui/react/macro'
import { Views } from '../../app/place-links.tsx'

/** The locations, and their types. */
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
