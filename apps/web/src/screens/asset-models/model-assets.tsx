import type { AssetModel } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { useCan } from '../../records/can.ts'
import { useOpenForm } from '../../records/open-form.ts'
import { Related } from '../../records/related.tsx'
import { refetch } from '../../refetch.ts'
import { Code, Status } from '../../ui/marks.tsx'
import { toast } from '../../ui/toasts.tsx'
import { AssetForm } from '../assets/asset-form.tsx'
import { AssetLink } from '../assets/asset-link.tsx'
import { assetStatuses } from '../assets/words.ts'

/** The assets of a model: serialized assets with their status and holder, or stock with the number of available pieces. */
export function ModelAssets({ model }: { readonly model: AssetModel }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const mayWrite = useCan()('assets:write', 'anywhere') && model.archived_at === null
  const [adding, setAdding] = useOpenForm<'new'>('asset')
  const isStock = model.tracking_type === 'countable'
  return (
    <>
      <Related
        title={isStock ? t`Stock` : t`Assets`}
        queryKey={['assets', 'of model', model.id]}
        list={{
          page: (query, options) =>
            api.assets.list.safe(
              { ...query, model_id: [model.id], include: ['person', 'location'] },
              options,
            ),
        }}
        sort="asset_tag"
        empty={t`This model has no assets yet.`}
        action={
          mayWrite && (
            <button type="button" className="button outlined small" onClick={() => setAdding('new')}>
              <Trans>Register an asset</Trans>
            </button>
          )
        }
        line={({ id, name, asset_tag, status, person, location, available_quantity, quantity }) => (
          <>
            <Code>{asset_tag}</Code>
            <AssetLink asset={{ id }}>{name}</AssetLink>
            {status !== 'active' && (
              <Status tone={assetStatuses[status].tone}>{t(assetStatuses[status].label)}</Status>
            )}
            <span className="hint at-end">
              {isStock ? t`${available_quantity} of ${quantity} available` : (person?.name ?? location?.name)}
            </span>
          </>
        )}
      />
      {adding && (
        <AssetForm
          model={model.id}
          onClose={() => setAdding()}
          onDone={({ name, asset_tag }) => {
            setAdding()
            void refetch(queries, { queryKey: ['assets'] })
            void refetch(queries, { queryKey: ['asset-models'] })
            toast(t`${name} was registered as ${asset_tag}.`)
          }}
        />
      )}
    </>
  )
}
