import { useLingui } from '@lingui/react/macro'
import type { FormField } from '../../records/form-field.tsx'

/** The fields of an amount of money and its currency, in one row. `name` is the member of the amount. */
export function useAmountFields(name: string): readonly FormField[] {
  const { t } = useLingui()
  return [
    { kind: 'number', name, label: t`Cost`, isHalf: true },
    {
      kind: 'text',
      name: 'currency',
      label: t`Currency`,
      hint: t`For example EUR.`,
      maxLength: 3,
      isHalf: true,
    },
  ]
}
