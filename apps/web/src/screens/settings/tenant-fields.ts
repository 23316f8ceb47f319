import { useLingui } from '@lingui/react/macro'
import type { FormField } from '../../records/form-field.tsx'

/** The fields of the form for an organisation. */
export function useTenantFields(): readonly FormField[] {
  const { t } = useLingui()
  return [
    { kind: 'text', name: 'name', label: t`Name`, isRequired: true, maxLength: 255 },
    { kind: 'long', isMarkdown: true, name: 'description', label: t`Description` },
    { kind: 'text', name: 'timezone', label: t`Time zone`, hint: t`For example Europe/Zurich.` },
    { kind: 'text', name: 'locale', label: t`Language`, hint: t`A language tag, such as en-GB.` },
  ]
}
