import type { Asset, AssetCreate, AssetUpdate } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import { useExternalIdsField } from '../../records/external-ids.ts'
import type { FormField } from '../../records/form-field.tsx'
import { pickableLocations, pickableModels, pickableProjects } from '../../records/pickables.ts'
import { RecordForm } from '../../records/record-form.tsx'

interface AssetFormProps {
  /** The asset to change; without it a new one is registered. */
  readonly asset?: Asset
  /** Id of the model that a new one is of, unless another is chosen. */
  readonly model?: string
  readonly onDone: (asset: Asset) => void
  readonly onClose: () => void
}

/** What only single pieces have, and what only a stock has. */
const ofPieces = ['serial_number']
const ofStock = ['quantity', 'minimum_quantity']

/** Registers an asset, or changes one. */
export function AssetForm({ asset, model, onDone, onClose }: AssetFormProps) {
  const { t } = useLingui()
  const fields = useAssetFields()
  if (asset) {
    const others = asset.serial_number === null ? ofPieces : ofStock
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
  const location: FormField = {
    kind: 'record',
    name: 'location_id',
    label: t`Location`,
    of: pickableLocations,
  }
  return (
    <RecordForm
      name={model ? `new asset of ${model}` : 'new asset'}
      title={t`Register an asset`}
      action={t`Register`}
      fields={[...fields.slice(0, 3), location, ...fields.slice(3)]}
      {...(model && { start: { model_id: model } })}
      send={(body: AssetCreate, options) => api.assets.create(body, options)}
      onDone={onDone}
      onClose={onClose}
    />
  )
}

function useAssetFields(): readonly FormField[] {
  const { t } = useLingui()
  const externalIds = useExternalIdsField()
  return [
    { kind: 'record', name: 'model_id', label: t`Model`, of: pickableModels, isRequired: true },
    { kind: 'text', name: 'name', label: t`Name`, isRequired: true, maxLength: 255 },
    {
      kind: 'text',
      name: 'serial_number',
      label: t`Serial number`,
      hint: t`For a model of single pieces. A stock has a quantity instead.`,
      maxLength: 255,
    },
    { kind: 'number', name: 'quantity', label: t`Quantity`, hint: t`For a stock.` },
    { kind: 'number', name: 'minimum_quantity', label: t`Order again below`, hint: t`For a stock.` },
    {
      kind: 'text',
      name: 'asset_tag',
      label: t`Asset tag`,
      hint: t`The label on the thing. Made by itself when it is left empty.`,
      maxLength: 64,
    },
    { kind: 'record', name: 'project_id', label: t`Project`, of: pickableProjects },
    { kind: 'day', name: 'purchase_date', label: t`Bought on` },
    { kind: 'number', name: 'purchase_cost', label: t`Cost` },
    { kind: 'text', name: 'currency', label: t`Currency`, hint: t`Such as EUR.`, maxLength: 3 },
    { kind: 'day', name: 'warranty_end_date', label: t`Warranty until` },
    { kind: 'long', isMarkdown: true, name: 'notes', label: t`Notes` },
    externalIds,
  ]
}
