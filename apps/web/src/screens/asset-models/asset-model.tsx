import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { History } from '../../records/history.tsx'
import { RecordPage, UnloadedRecord } from '../../records/record-page.tsx'
import { Facts, Section } from '../../records/section.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Code, Status } from '../../ui/marks.tsx'
import { When } from '../../ui/when.tsx'
import { ModelActions } from './model-actions.tsx'
import { ModelAssets } from './model-assets.tsx'
import { trackingTypes } from './words.ts'

/** The page of one model, with its assets. */
export function AssetModelPage() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const { model: asset_model_id } = useParams({ from: '/t/$tenant/asset-models/$model' })
  const within = {
    text: t`Models`,
    link: { to: '/t/$tenant/asset-models', params: { tenant: slug } },
  } as const
  const query = useQuery({
    queryKey: ['asset-models', asset_model_id],
    queryFn: ({ signal }) => api.assetModels.get({ asset_model_id }, { signal }),
  })
  if (!query.data) return <UnloadedRecord query={query} within={within} />
  const model = query.data
  return (
    <RecordPage
      within={within}
      title={model.name}
      marks={
        <>
          {model.is_shared && <Status tone="quiet">{t`Shared`}</Status>}
          {model.archived_at && <Status tone="quiet">{t`Archived`}</Status>}
        </>
      }
      actions={<ModelActions key={model.id} model={model} />}
      side={
        <Facts
          facts={[
            [t`Tracking`, t(trackingTypes[model.tracking_type])],
            [t`Manufacturer`, model.manufacturer],
            [t`Model number`, model.model_number && <Code>{model.model_number}</Code>],
            [t`Category`, model.category],
            [t`Assets`, model.asset_count],
            [t`Registered`, <When key="at" at={model.created_at} />],
          ]}
        />
      }
    >
      {model.description && (
        <Section title={t`Description`}>
          <Markdown text={model.description} />
        </Section>
      )}
      <ModelAssets key={model.id} model={model} />
      <History
        key={`history ${asset_model_id}`}
        queryKey={['asset-models', asset_model_id]}
        page={(query, options) =>
          api.assetModels.history.list.safe({ asset_model_id }, { ...query, include: ['actor'] }, options)
        }
      />
    </RecordPage>
  )
}
