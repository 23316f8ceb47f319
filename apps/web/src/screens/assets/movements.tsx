import type { Asset, AssetCirculation } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import { Related } from '../../records/related.tsx'
import { When } from '../../ui/when.tsx'
import { circulationTypes } from './words.ts'

/** The circulations of an asset, the latest first. */
export function Movements({ asset: { id: asset_id } }: { readonly asset: Asset }) {
  const { t } = useLingui()
  return (
    <Related
      title={t`Movements`}
      queryKey={['assets', asset_id, 'circulations']}
      sort="-occurred_at"
      list={{
        page: (parameters, options) =>
          api.assets.circulations.list.safe(
            { asset_id },
            { ...parameters, include: ['person', 'location', 'from_location'] },
            options,
          ),
      }}
      line={(circulation) => <Movement circulation={circulation} />}
      empty={t`It has not been handed out or moved yet.`}
    />
  )
}

function Movement({ circulation }: { readonly circulation: AssetCirculation }) {
  const { t } = useLingui()
  const { circulation_type, person, location, from_location, quantity, expected_quantity } = circulation
  const where = [person?.name, from_location?.name && t`from ${from_location.name}`, location?.name]
  return (
    <>
      <span>{t(circulationTypes[circulation_type])}</span>
      <span className="hint ellipsis">{where.filter(Boolean).join(' · ')}</span>
      {expected_quantity !== null && expected_quantity !== quantity ? (
        <span className="hint">{t`${quantity} counted, ${expected_quantity} were recorded`}</span>
      ) : (
        quantity > 1 && <span>× {quantity}</span>
      )}
      <span className="hint at-end">
        <When at={circulation.occurred_at} />
      </span>
    </>
  )
}
