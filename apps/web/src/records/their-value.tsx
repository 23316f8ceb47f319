import { useLingui } from '@lingui/react/macro'
import { Fragment } from 'react'
import { type FormField, optionsWith } from './form-field.tsx'
import { RecordName } from './record-name.tsx'

interface TheirValueProps {
  readonly field: FormField
  /** The text of the field in the saved record. */
  readonly text: string
}

/** Shows the value that another user has saved in a field. */
export function TheirValue({ field, text }: TheirValueProps) {
  const { t } = useLingui()
  if (field.kind === 'flag') return text === 'true' ? t`Yes` : t`No`
  if (text === '') return '–'
  if (field.kind === 'record' || field.kind === 'records')
    return text.split(',').map((id, at) => (
      <Fragment key={id}>
        {at > 0 && ', '}
        <RecordName of={field.of} id={id} />
      </Fragment>
    ))
  if (!('options' in field)) return text
  const keys = text.split('\n')
  const names = new Map(optionsWith(field, keys))
  return keys.map((key) => names.get(key) ?? key).join(', ')
}
