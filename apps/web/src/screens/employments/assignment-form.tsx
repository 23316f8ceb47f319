import type {
  AssignmentOfEmploymentCreate,
  EmploymentAssignment,
  EmploymentAssignmentUpdate,
} from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import type { FormField } from '../../records/form-field.tsx'
import { RecordForm } from '../../records/record-form.tsx'
import { pickableCalendars } from '../schools/pickables.ts'
import { pickableAssignmentTypes } from './pickables.ts'

interface AssignmentFormProps {
  readonly school_employment_id: string
  /** The assignment to change; absent if a new assignment is added. */
  readonly assignment?: EmploymentAssignment
  readonly onDone: (assignment: EmploymentAssignment) => void
  readonly onClose: () => void
}

/** The form that adds an assignment to an employment, or changes one. */
export function AssignmentForm({ school_employment_id, assignment, onDone, onClose }: AssignmentFormProps) {
  const { t } = useLingui()
  const fields: readonly FormField[] = [
    {
      kind: 'record',
      name: 'assignment_type_id',
      label: t`Type of assignment`,
      of: pickableAssignmentTypes,
      isRequired: true,
    },
    { kind: 'text', name: 'position_title', label: t`Position`, maxLength: 255 },
    {
      kind: 'number',
      name: 'full_time_equivalency',
      label: t`Share of full time`,
      hint: t`From 0 to 1: half of full time is 0.5.`,
    },
    { kind: 'flag', name: 'is_primary', label: t`A main assignment` },
    { kind: 'day', name: 'start_date', label: t`First day` },
    { kind: 'day', name: 'end_date', label: t`Last day` },
  ]
  if (assignment)
    return (
      <RecordForm
        name="assignment"
        title={t`Change the assignment`}
        action={t`Save`}
        fields={fields}
        record={assignment}
        send={(body: EmploymentAssignmentUpdate) =>
          api.employmentAssignments.update({ assignment_id: assignment.id }, body)
        }
        reload={() => api.employmentAssignments.get({ assignment_id: assignment.id })}
        onDone={onDone}
        onClose={onClose}
      />
    )
  return (
    <RecordForm
      name={`assignment of ${school_employment_id}`}
      title={t`Add an assignment`}
      action={t`Add`}
      fields={[
        {
          kind: 'record',
          name: 'calendar_id',
          label: t`Calendar`,
          hint: t`A calendar of the school where the person works.`,
          of: pickableCalendars,
          isRequired: true,
        },
        ...fields,
      ]}
      send={(body: AssignmentOfEmploymentCreate, options) =>
        api.schoolEmployments.assignments.create({ school_employment_id }, body, options)
      }
      onDone={onDone}
      onClose={onClose}
    />
  )
}
