import { useLingui } from '@lingui/react/macro'
import { Views } from '../../app/place-links.tsx'

/** Links to the list of assets and to the list of assignments. */
export function AssetViews() {
  const { t } = useLingui()
  return (
    <Views
      views={[
        ['/t/$tenant/assets', t`All assets`],
        ['/t/$tenant/asset-assignments', t`Handed out`, { status: 'active' }],
      ]}
    />
  )
}
