import type { AssetModel, AssetModelCreate, AssetModelUpdate } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import type { FormField } from '../../records/form-field.tsx'
import { RecordForm } from '../../records/record-form.tsx'
import { trackingTypes } from './words.ts'

interface ModelFormProps {
  /** The model to change; absent if a new model is registered. */
  readonly model?: AssetModel
  readonly onDone: (model: AssetModel) => void
  readonly onClose: () => void
}

/** The form that registers a model, or changes one. */
export function ModelForm({ model, onDone, onClose }: ModelFormProps) {
  const { t } = useLingui()
  const fields: readonly FormField[] = [
    { kind: 'text', name: 'name', label: t`Name`, isRequired: true, maxLength: 255 },
    {
      kind: 'choice',
      name: 'tracking_type',
      label: t`Tracking`,
      hint: t`Each individual item has a serial number; a stock has a quantity. This cannot be changed once the model has assets.`,
      isRequired: true,
      options: Object.entries(trackingTypes).map(([value, label]) => [value, t(label)] as const),
    },
    { kind: 'text', name: 'manufacturer', label: t`Manufacturer`, maxLength: 255 },
    { kind: 'text', name: 'model_number', label: t`Model number`, maxLength: 255 },
    { kind: 'text', name: 'category', label: t`Category`, hint: t`For example laptops.`, maxLength: 255 },
    { kind: 'long', isMarkdown: true, name: 'description', label: t`Description` },
  ]
  if (model)
    return (
      <RecordForm
        name="asset model"
        title={t`Change ${model.name}`}
        action={t`Save`}
        fields={fields.filter(({ name }) => name !== 'tracking_type' || model.asset_count === 0)}
        record={model}
        send={(body: AssetModelUpdate) => api.assetModels.update({ asset_model_id: model.id }, body)}
        reload={() => api.assetModels.get({ asset_model_id: model.id })}
        onDone={onDone}
        onClose={onClose}
      />
    )
  return (
    <RecordForm
      name="new asset model"
      title={t`Register a model`}
      action={t`Register`}
      fields={fields}
      send={(body: AssetModelCreate, options) => api.assetModels.create(body, options)}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
