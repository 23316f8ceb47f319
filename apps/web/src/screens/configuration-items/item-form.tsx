import type {
  ConfigurationItem,
  ConfigurationItemCreate,
  ConfigurationItemUpdate,
} from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import type { FormField } from '../../records/form-field.tsx'
import {
  pickableAssets,
  pickableGroups,
  pickableLocations,
  pickablePersons,
} from '../../records/pickables.ts'
import { RecordForm } from '../../records/record-form.tsx'
import { criticalities, environments, itemStatuses, itemTypes } from './words.ts'

interface ItemFormProps {
  /** The item to change; absent if a new item is created. */
  readonly item?: ConfigurationItem
  readonly onDone: (item: ConfigurationItem) => void
  readonly onClose: () => void
}

/** The form that creates or changes a configuration item. */
export function ItemForm({ item, onDone, onClose }: ItemFormProps) {
  const { t } = useLingui()
  const fields = useItemFields()
  if (item)
    return (
      <RecordForm
        name="configuration item"
        title={t`Change ${item.name}`}
        action={t`Save`}
        fields={fields}
        record={item}
        send={(body: ConfigurationItemUpdate) => api.configurationItems.update({ ci_id: item.id }, body)}
        reload={() => api.configurationItems.get({ ci_id: item.id })}
        onDone={onDone}
        onClose={onClose}
      />
    )
  return (
    <RecordForm
      name="new configuration item"
      title={t`Add a configuration item`}
      action={t`Add`}
      fields={fields}
      start={{ status: 'active' }}
      send={(body: ConfigurationItemCreate, options) => api.configurationItems.create(body, options)}
      onDone={onDone}
      onClose={onClose}
    />
  )
}

function useItemFields(): readonly FormField[] {
  const { t } = useLingui()
  const options = (words: Readonly<Record<string, MessageDescriptor>>) =>
    Object.entries(words).map(([value, label]) => [value, t(label)] as const)
  return [
    { kind: 'text', name: 'name', label: t`Name`, isRequired: true, maxLength: 255 },
    { kind: 'choice', name: 'ci_type', label: t`Type`, options: options(itemTypes) },
    {
      kind: 'choice',
      name: 'status',
      label: t`Status`,
      isRequired: true,
      options: Object.entries(itemStatuses).map(([value, { label }]) => [value, t(label)] as const),
    },
    { kind: 'choice', name: 'criticality', label: t`Criticality`, options: options(criticalities) },
    { kind: 'choice', name: 'environment', label: t`Environment`, options: options(environments) },
    { kind: 'text', name: 'product_version', label: t`Version`, maxLength: 255 },
    {
      kind: 'record',
      name: 'asset_id',
      label: t`Asset`,
      hint: t`The asset of this item, if it has one.`,
      of: pickableAssets,
    },
    { kind: 'record', name: 'location_id', label: t`Location`, of: pickableLocations },
    { kind: 'record', name: 'owner_group_id', label: t`Responsible group`, of: pickableGroups },
    { kind: 'record', name: 'owner_person_id', label: t`Responsible person`, of: pickablePersons },
    { kind: 'text', name: 'external_id', label: t`Id in another system`, maxLength: 255 },
    { kind: 'long', isMarkdown: true, name: 'description', label: t`Description` },
  ]
}
