import type { Person } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import type { FormField } from '../../records/form-field.tsx'
import { pickablePersons } from '../../records/pickables.ts'

/** The form field for a person; none if the person is already known. */
export function usePersonFields(person: Person | undefined): readonly FormField[] {
  const { t } = useLingui()
  if (person) return []
  return [{ kind: 'record', name: 'person_id', label: t`Person`, of: pickablePersons, isRequired: true }]
}
