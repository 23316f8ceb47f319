import type { AssetRepair, AssetRepairCreate, AssetRepairUpdate } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import type { FormField } from '../../records/form-field.tsx'
import { pickableAssets, pickableLocations, pickableUsers } from '../../records/pickables.ts'
import { RecordForm } from '../../records/record-form.tsx'
import { useAmountFields } from '../assets/amount-fields.ts'
import { usePriorityOptions } from '../issues/priority-options.ts'
import { repairTypes } from './words.ts'

interface RepairFormProps {
  /** The repair to change; absent if a new repair is reported. */
  readonly repair?: AssetRepair
  readonly onDone: (repair: AssetRepair) => void
  readonly onClose: () => void
}

/** The form that reports a repair of an asset, or changes one. */
export function RepairForm({ repair, onDone, onClose }: RepairFormProps) {
  const { t } = useLingui()
  const fields = useRepairFields(repair)
  if (repair)
    return (
      <RecordForm
        name="repair"
        title={t`Change the repair`}
        action={t`Save`}
        fields={fields}
        record={repair}
        send={(body: AssetRepairUpdate) => api.assetRepairs.update({ repair_id: repair.id }, body)}
        reload={() => api.assetRepairs.get({ repair_id: repair.id })}
        onDone={onDone}
        onClose={onClose}
      />
    )
  return (
    <RecordForm
      name="new repair"
      title={t`Report a repair`}
      action={t`Report`}
      fields={[
        { kind: 'record', name: 'asset_id', label: t`Asset`, of: pickableAssets, isRequired: true },
        ...fields,
      ]}
      start={{ repair_type: 'repair' }}
      send={(body: AssetRepairCreate, options) => api.assetRepairs.create(body, options)}
      onDone={onDone}
      onClose={onClose}
    />
  )
}

/** The form fields of a repair, or of a new one, without the members that the user may not read. */
function useRepairFields(repair: AssetRepair | undefined): readonly FormField[] {
  const { t } = useLingui()
  const priorities = usePriorityOptions(repair?.priority)
  const amount = useAmountFields('cost')
  const fields: readonly FormField[] = [
    { kind: 'text', name: 'title', label: t`What is wrong`, isRequired: true, maxLength: 255 },
    { kind: 'long', isMarkdown: true, name: 'description', label: t`Description` },
    {
      kind: 'choice',
      name: 'repair_type',
      label: t`Type`,
      isRequired: true,
      options: Object.entries(repairTypes).map(([value, label]) => [value, t(label)] as const),
    },
    ...(priorities.length > 0
      ? [
          {
            kind: 'choice',
            name: 'priority',
            label: t`Priority`,
            options: priorities,
          } as const,
        ]
      : []),
    { kind: 'record', name: 'assignee_id', label: t`Assignee`, of: pickableUsers },
    { kind: 'record', name: 'location_id', label: t`Where it is repaired`, of: pickableLocations },
    {
      kind: 'text',
      name: 'vendor',
      label: t`Repaired by`,
      hint: t`The external repair company, if any.`,
      maxLength: 255,
    },
    { kind: 'flag', name: 'is_warranty', label: t`The warranty pays` },
    ...amount,
    { kind: 'day', name: 'expected_return_date', label: t`Due back` },
  ]
  return fields.filter(({ name }) => !repair?.redacted?.includes(name))
}
