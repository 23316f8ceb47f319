import type { Asset } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import { Related } from '../../records/related.tsx'
import { When } from '../../ui/when.tsx'
import { RepairLink } from '../repairs/repair-link.tsx'
import { RepairStatus } from '../repairs/repair-status.tsx'
import { repairTypes } from '../repairs/words.ts'

/** The open and closed repairs of an asset, the latest first. */
export function AssetRepairs({ asset: { id: asset_id } }: { readonly asset: Asset }) {
  const { t } = useLingui()
  return (
    <Related
      title={t`Repairs`}
      queryKey={['repairs', 'of asset', asset_id]}
      sort="-created_at"
      list={{
        page: (parameters, options) =>
          api.assetRepairs.list.safe({ ...parameters, asset_id: [asset_id], archived: 'include' }, options),
      }}
      line={(repair) => (
        <>
          <RepairLink id={repair.id} title={repair.title ?? t(repairTypes[repair.repair_type])} />
          <RepairStatus repair={repair} />
          <span className="hint at-end">
            <When at={repair.created_at} />
          </span>
        </>
      )}
      empty={t`It was never in repair.`}
    />
  )
}
