import { useLingui } from '@lingui/react/macro'
import { Views } from '../../app/place-links.tsx'

/** The assets, and to whom they were handed out. */
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
