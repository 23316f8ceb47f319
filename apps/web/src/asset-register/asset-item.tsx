import type { Asset, AssetModel } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { problemText } from '../problem-text.ts'
import { refetch } from '../refetch.ts'
import { assetStatuses } from '../screens/assets/words.ts'
import { Status } from '../ui/marks.tsx'
import { Moment } from '../ui/moment.tsx'
import { Notice } from '../ui/notice.tsx'
import { type AssetMove, movesFrom, statusLabels } from './moves.ts'

interface AssetItemProps {
  readonly asset: Asset
  readonly model: AssetModel | undefined
  readonly mayChange: boolean
  readonly onMoved: (asset: Asset) => void
}

/** One asset of the list, with the moves that its state allows. */
export function AssetItem({ asset, model, mayChange, onMoved }: AssetItemProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (move: AssetMove) => api.assets[move]({ asset_id: asset.id }),
    onSuccess: onMoved,
    onSettled: () => refetch(queries, { queryKey: ['assets'] }),
  })
  const moves = mayChange ? movesFrom(asset) : []
  // Several assets may have the same name.
  const called = `${asset.name} (${asset.asset_tag})`

  return (
    <li className="asset">
      <div className="asset-line">
        <h3>{asset.name}</h3>
        <Status tone={assetStatuses[asset.status].tone}>{t(statusLabels[asset.status])}</Status>
      </div>
      <p className="facts">
        <span className="tag">{asset.asset_tag}</span>
        {model && <span>{model.name}</span>}
        <span>
          {asset.serial_number === null ? t`Quantity ${asset.quantity}` : t`Serial ${asset.serial_number}`}
        </span>
        <span>
          <Trans>
            Registered <Moment at={asset.created_at} />
          </Trans>
        </span>
      </p>
      {moves.length > 0 && (
        <details>
          <summary>
            <Trans>Change status</Trans>
            <span className="unseen"> {t`of ${called}`}</span>
          </summary>
          <div className="row">
            {moves.map(([move, label]) => (
              <button
                key={move}
                type="button"
                className="button outlined small"
                aria-label={`${t(label)} ${called}`}
                aria-disabled={isPending}
                onClick={() => isPending || mutate(move)}
              >
                {t(label)}
              </button>
            ))}
          </div>
        </details>
      )}
      <div role="alert">{error && <Notice tone="problem">{problemText(error)}</Notice>}</div>
    </li>
  )
}
