import { useLingui } from '@lingui/react/macro'
import type { FormField } from '../../records/form-field.tsx'

/** The form fields that several catalogues have. */
export function useUsualFields() {
  const { t } = useLingui()
  return {
    name: { kind: 'text', name: 'name', label: t`Name`, isRequired: true, maxLength: 255 },
    key: {
      kind: 'text',
      name: 'key',
      label: t`Key`,
      hint: t`Programs use it: lower case, digits and _. It cannot be changed. Left empty: it is made from the name.`,
      maxLength: 48,
    },
    description: { kind: 'long', name: 'description', label: t`Description` },
    color: { kind: 'text', name: 'color', label: t`Colour`, hint: t`For example #2563eb.`, maxLength: 7 },
    icon: {
      kind: 'text',
      name: 'icon',
      label: t`Icon`,
      hint: t`The name of an icon that programs show, such as bolt.`,
      maxLength: 64,
    },
    position: {
      kind: 'number',
      name: 'position',
      label: t`Position`,
      hint: t`The lowest one is listed first.`,
    },
  } as const satisfies Record<string, FormField>
}
