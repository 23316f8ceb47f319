import type { AssetAssignment, AssetAssignmentUpdate } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import type { FormField } from '../../records/form-field.tsx'
import { RecordForm } from '../../records/record-form.tsx'

interface AssignmentFormProps {
  readonly assignment: AssetAssignment
  readonly onDone: (assignment: AssetAssignment) => void
  readonly onClose: () => void
}

/** The form for the dates of an assignment. Its person or location cannot be changed: hand the asset on instead. */
export function AssignmentForm({ assignment, onDone, onClose }: AssignmentFormProps) {
  const { t } = useLingui()
  const params = { assignment_id: assignment.id }
  const end: FormField = { kind: 'day', name: 'end_date', label: t`Back on` }
  return (
    <RecordForm
      name="asset assignment"
      title={t`Change the days`}
      action={t`Save`}
      fields={[
        { kind: 'day', name: 'start_date', label: t`Since`, isRequired: true },
        { kind: 'day', name: 'expected_return_date', label: t`Due back` },
        ...(assignment.status === 'closed' ? [end] : []),
        { kind: 'long', name: 'notes', label: t`Notes` },
      ]}
      record={assignment}
      send={(body: AssetAssignmentUpdate) => api.assetAssignments.update(params, body)}
      reload={() => api.assetAssignments.get(params)}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
