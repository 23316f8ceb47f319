import type {
  Person,
  SchoolEmployment,
  SchoolEmploymentCreate,
  SchoolEmploymentUpdate,
} from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import type { FormField } from '../../records/form-field.tsx'
import { RecordForm } from '../../records/record-form.tsx'
import { usePersonFields } from '../people/person-fields.ts'
import { pickableSchools } from '../schools/pickables.ts'
import { useSeparationFields } from './employment-moves.ts'
import { employmentTypes } from './words.ts'

interface EmploymentFormProps {
  /** The employment to change; absent when the form creates a new one. */
  readonly employment?: SchoolEmployment
  /** The person to employ. If absent, the form has a field for the person. */
  readonly person?: Person
  readonly onDone: (employment: SchoolEmployment) => void
  readonly onClose: () => void
}

/** The form that employs a person, or changes an employment and its latest period. */
export function EmploymentForm({ employment, person, onDone, onClose }: EmploymentFormProps) {
  const { t } = useLingui()
  const name = person?.display_name
  const personFields = usePersonFields(person)
  const separation = useSeparationFields()
  const fields: readonly FormField[] = [
    { kind: 'text', name: 'position_title', label: t`Position`, maxLength: 255 },
    { kind: 'text', name: 'department', label: t`Department`, maxLength: 255 },
    {
      kind: 'choice',
      name: 'employment_type',
      label: t`Terms`,
      options: Object.entries(employmentTypes).map(([value, label]) => [value, t(label)] as const),
    },
    {
      kind: 'number',
      name: 'full_time_equivalency',
      label: t`Share of full time`,
      hint: t`From 0 to 1: half of full time is 0.5.`,
    },
    {
      kind: 'text',
      name: 'employee_number',
      label: t`Employee number`,
      hint: t`The number that payroll uses.`,
      maxLength: 64,
    },
    { kind: 'day', name: 'offer_date', label: t`Offered on` },
  ]
  if (employment)
    return (
      <RecordForm
        name="employment"
        title={t`Change the employment`}
        action={t`Save`}
        fields={[
          ...fields,
          ...(employment.hire_date ? [{ kind: 'day', name: 'hire_date', label: t`First day` } as const] : []),
          ...(employment.end_date
            ? [{ kind: 'day', name: 'end_date', label: t`Last day` } as const, ...separation]
            : []),
        ]}
        record={employment}
        send={(body: SchoolEmploymentUpdate) =>
          api.schoolEmployments.update({ school_employment_id: employment.id }, body)
        }
        reload={() => api.schoolEmployments.get({ school_employment_id: employment.id })}
        onDone={onDone}
        onClose={onClose}
      />
    )
  return (
    <RecordForm
      name={person ? `new employment of ${person.id}` : 'new employment'}
      title={name ? t`Employ ${name}` : t`Employ somebody`}
      action={t`Employ`}
      fields={[
        ...personFields,
        { kind: 'record', name: 'school_id', label: t`School`, of: pickableSchools, isRequired: true },
        ...fields,
      ]}
      send={(body: SchoolEmploymentCreate, options) =>
        api.schoolEmployments.create(person ? { ...body, person_id: person.id } : body, options)
      }
      onDone={onDone}
      onClose={onClose}
    />
  )
}
