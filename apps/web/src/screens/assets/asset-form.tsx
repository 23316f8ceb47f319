import type { Asset, AssetCreate, AssetUpdate } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { projectsQuery } from '../../issues/queries.ts'
import { useCan } from '../../records/can.ts'
import { useExternalIdsField } from '../../records/external-ids.ts'
import type { FormField } from '../../records/form-field.tsx'
import { pickableLocations, pickableModels, pickableProjects } from '../../records/pickables.ts'
import { RecordForm } from '../../records/record-form.tsx'
import { useAmountFields } from './amount-fields.ts'

interface AssetFormProps {
  /** The asset to change; absent if a new asset is registered. */
  readonly asset?: Asset
  /** The id of the model that the form of a new asset starts with. */
  readonly model?: string
  readonly onDone: (asset: Asset) => void
  readonly onClose: () => void
}

/** Fields that only a serialized asset has, and fields that only a stock has. */
const ofPieces = ['serial_number']
const ofStock = ['quantity', 'minimum_quantity']
/** The field that only moves can change later. */
const ofNewOnes = 'location_id'

/** The form that registers an asset, or changes one. */
export function AssetForm({ asset, model, onDone, onClose }: AssetFormProps) {
  const { t } = useLingui()
  const fields = useAssetFields(asset === undefined)
  const [chosen, setChosen] = useState(asset || !model ? '' : model)
  const kept = useQuery({
    queryKey: ['asset-models', chosen, 'kept as'],
    enabled: chosen !== '',
    queryFn: ({ signal }) => api.assetModels.get({ asset_model_id: chosen }, { signal }),
  }).data?.tracking_type
  if (asset) {
    const others = [ofNewOnes, ...(asset.serial_number === null ? ofPieces : ofStock)]
    return (
      <RecordForm
        name="asset"
        title={t`Change ${asset.name}`}
        action={t`Save`}
        fields={fields.filter(({ name }) => !others.includes(name))}
        record={asset}
        send={(body: AssetUpdate) => api.assets.update({ asset_id: asset.id }, body)}
        reload={() => api.assets.get({ asset_id: asset.id })}
        onDone={onDone}
        onClose={onClose}
      />
    )
  }
  const asked = { serialized: ofPieces, countable: ofStock }
  const left = [...ofPieces, ...ofStock].filter((name) => !kept || !asked[kept].includes(name))
  return (
    <RecordForm
      name={model ? `new asset of ${model}` : 'new asset'}
      title={t`Register an asset`}
      action={t`Register`}
      fields={fields.filter(({ name }) => !left.includes(name))}
      onInput={(name, text) => name === 'model_id' && setChosen(text)}
      {...(model && { start: { model_id: model } })}
      send={(body: AssetCreate, options) => api.assets.create(body, options)}
      onDone={onDone}
      onClose={onClose}
    />
  )
}

function useAssetFields(isNew: boolean): readonly FormField[] {
  const { t } = useLingui()
  const externalIds = useExternalIdsField()
  const amount = useAmountFields('purchase_cost')
  const can = useCan()
  const isOfProjects = isNew && !can('assets:write')
  const projects = useQuery({ ...projectsQuery, enabled: isOfProjects }).data ?? []
  const own = projects.filter(({ id }) => can('assets:write', id))
  const project = { name: 'project_id', label: t`Project` }
  return [
    { kind: 'record', name: 'model_id', label: t`Model`, of: pickableModels, isRequired: true },
    { kind: 'text', name: 'name', label: t`Name`, isRequired: true, maxLength: 255 },
    { kind: 'text', name: 'serial_number', label: t`Serial number`, maxLength: 255 },
    { kind: 'number', name: 'quantity', label: t`Quantity` },
    { kind: 'number', name: 'minimum_quantity', label: t`Minimum stock` },
    { kind: 'record', name: ofNewOnes, label: t`Location`, of: pickableLocations },
    {
      kind: 'text',
      name: 'asset_tag',
      label: t`Asset tag`,
      hint: t`The label on the asset. Left empty: it is generated.`,
      maxLength: 64,
    },
    // A user who may write assets only in some projects must choose one of these.
    isOfProjects
      ? {
          ...project,
          kind: 'choice',
          isRequired: true,
          options: [
            ...(own.length === 1 ? [] : [['', t`Choose one`] as const]),
            ...own.map(({ id, name }) => [id, name] as const),
          ],
        }
      : { ...project, kind: 'record', of: pickableProjects },
    { kind: 'day', name: 'purchase_date', label: t`Bought on` },
    ...amount,
    { kind: 'day', name: 'warranty_end_date', label: t`Warranty until` },
    { kind: 'long', isMarkdown: true, name: 'notes', label: t`Notes` },
    externalIds,
  ]
}
