import { useLingui } from '@lingui/react/macro'
import { useExternalIdsField } from '../../records/external-ids.ts'
import type { FormField } from '../../records/form-field.tsx'
import { pickableLocations } from '../../records/pickables.ts'
import { schoolCategories } from './words.ts'

/** The fields of the form for a school. */
export function useSchoolFields(): readonly FormField[] {
  const { t } = useLingui()
  const externalIds = useExternalIdsField()
  const options = Object.entries(schoolCategories).map(([value, label]) => [value, t(label)] as const)
  return [
    { kind: 'text', name: 'name', label: t`Name`, isRequired: true, maxLength: 255 },
    { kind: 'text', name: 'short_name', label: t`Short name`, maxLength: 60 },
    {
      kind: 'text',
      name: 'code',
      label: t`Code`,
      hint: t`The code that the authorities use.`,
      maxLength: 60,
    },
    { kind: 'choice', name: 'category', label: t`Category`, options },
    { kind: 'record', name: 'location_id', label: t`Location`, of: pickableLocations },
    { kind: 'text', type: 'url', name: 'website', label: t`Website` },
    { kind: 'text', name: 'timezone', label: t`Time zone`, hint: t`For example Europe/Zurich.` },
    externalIds,
  ]
}
