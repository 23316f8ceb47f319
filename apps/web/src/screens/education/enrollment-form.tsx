import type { SchoolEnrollment, SchoolEnrollmentCreate, SchoolEnrollmentUpdate } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import type { FormField } from '../../records/form-field.tsx'
import { pickablePersons } from '../../records/pickables.ts'
import { RecordForm } from '../../records/record-form.tsx'
import { pickableCalendars, pickableGradeLevels } from '../schools/pickables.ts'
import { entryTypes } from './words.ts'

interface EnrollmentFormProps {
  /** The enrollment to correct; without it somebody is enrolled. */
  readonly enrollment?: SchoolEnrollment
  readonly onDone: (enrollment: SchoolEnrollment) => void
  readonly onClose: () => void
}

/** Enrolls somebody, or corrects an enrollment. */
export function EnrollmentForm({ enrollment, onDone, onClose }: EnrollmentFormProps) {
  const { t } = useLingui()
  const fields: readonly FormField[] = [
    { kind: 'record', name: 'grade_level_id', label: t`Grade level`, of: pickableGradeLevels },
    { kind: 'day', name: 'entry_date', label: t`First day`, hint: t`Today unless given.` },
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
      name="new enrollment"
      title={t`Enroll somebody`}
      action={t`Enroll`}
      fields={[
        { kind: 'record', name: 'person_id', label: t`Person`, of: pickablePersons, isRequired: true },
        { kind: 'record', name: 'calendar_id', label: t`Calendar`, of: pickableCalendars, isRequired: true },
        ...fields,
      ]}
      send={(body: SchoolEnrollmentCreate, options) => api.schoolEnrollments.create(body, options)}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
