import { useLingui } from '@lingui/react/macro'
import type { FormField } from '../../records/form-field.tsx'
import { timeZones } from '../../records/time-zones.ts'

/** The fields of the form for an organisation. A new one without time zone or language gets those of the service. */
export function useTenantFields(): readonly FormField[] {
  const { t } = useLingui()
  return [
    { kind: 'text', name: 'name', label: t`Name`, isRequired: true, maxLength: 255 },
    { kind: 'long', isMarkdown: true, name: 'description', label: t`Description` },
    { kind: 'choice', name: 'timezone', label: t`Time zone`, options: timeZones() },
    { kind: 'text', name: 'locale', label: t`Language`, hint: t`A language tag, such as en-GB.` },
  ]
}
