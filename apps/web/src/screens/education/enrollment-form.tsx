import type {
  Person,
  SchoolEnrollment,
  SchoolEnrollmentCreate,
  SchoolEnrollmentUpdate,
} from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import type { FormField } from '../../records/form-field.tsx'
import { RecordForm } from '../../records/record-form.tsx'
import { usePersonFields } from '../people/person-fields.ts'
import { pickableCalendars, pickableGradeLevels } from '../schools/pickables.ts'
import { entryTypes } from './words.ts'

interface EnrollmentFormProps {
  /** The enrollment to correct; absent when the form creates a new one. */
  readonly enrollment?: SchoolEnrollment
  /** The person to enroll. If absent, the form has a field for the person. */
  readonly person?: Person
  readonly onDone: (enrollment: SchoolEnrollment) => void
  readonly onClose: () => void
}

/** The form that enrolls a person, or corrects an enrollment. */
export function EnrollmentForm({ enrollment, person, onDone, onClose }: EnrollmentFormProps) {
  const { t } = useLingui()
  const name = person?.display_name
  const personFields = usePersonFields(person)
  const fields: readonly FormField[] = [
    { kind: 'record', name: 'grade_level_id', label: t`Grade level`, of: pickableGradeLevels },
    { kind: 'day', name: 'entry_date', label: t`First day`, hint: t`Left empty: today.` },
    {
      kind: 'choice',
      name: 'entry_type',
      label: t`Type of entry`,
      options: Object.entries(entryTypes).map(([value, label]) => [value, t(label)] as const),
    },
  ]
  if (enrollment)
    return (
      <RecordForm
        name="enrollment"
        title={t`Correct the enrollment`}
        action={t`Save`}
        fields={fields}
        record={enrollment}
        send={(body: SchoolEnrollmentUpdate) =>
          api.schoolEnrollments.update({ school_enrollment_id: enrollment.id }, body)
        }
        reload={() => api.schoolEnrollments.get({ school_enrollment_id: enrollment.id })}
        onDone={onDone}
        onClose={onClose}
      />
    )
  return (
    <RecordForm
      name={person ? `new enrollment of ${person.id}` : 'new enrollment'}
      title={name ? t`Enroll ${name}` : t`Enroll somebody`}
      action={t`Enroll`}
      fields={[
        ...personFields,
        { kind: 'record', name: 'calendar_id', label: t`Calendar`, of: pickableCalendars, isRequired: true },
        ...fields,
      ]}
      send={(body: SchoolEnrollmentCreate, options) =>
        api.schoolEnrollments.create(person ? { ...body, person_id: person.id } : body, options)
      }
      onDone={onDone}
      onClose={onClose}
    />
  )
}
