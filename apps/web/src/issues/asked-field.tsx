import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Field, SelectField, TextField } from '../ui/field.tsx'
import { type Asked, nameOf, optionsOf, textOf, writingOf } from './asked-values.ts'
import { valueText } from './words.ts'

const inputTypes: Partial<Record<Asked['type'], string>> = {
  integer: 'number',
  decimal: 'number',
  date: 'date',
  url: 'url',
  email: 'email',
}

const hints: Partial<Record<string, MessageDescriptor>> = {
  list: msg`Separate values with commas.`,
  choices: msg`Hold Ctrl or ⌘ to choose several.`,
}

interface AskedFieldProps {
  readonly field: Asked
  /** The name of the transition. */
  readonly move: string
  readonly error: string | undefined
}

/** The control of a field that a transition requests, with the value. A read-only field shows only the value. */
export function AskedField({ field, move, error }: AskedFieldProps) {
  const { t } = useLingui()
  const writing = writingOf(field)
  const text = textOf(field)
  if (field.is_read_only)
    return (
      <p className="hint">
        {field.name}: {valueText(field.value)}
      </p>
    )
  const hint = hints[writing]
  const shared = {
    label: field.is_required ? field.name : t`${field.name} (optional)`,
    context: move,
    name: nameOf(field),
    error,
    ...(hint !== undefined && { hint: t(hint) }),
  }
  if (writing === 'choice' || writing === 'choices') {
    const several = writing === 'choices'
    return (
      <SelectField {...shared} multiple={several} defaultValue={several ? text.split('\n') : text}>
        {!several && (
          <option value="">
            <Trans>Choose one</Trans>
          </option>
        )}
        {optionsOf(field).map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </SelectField>
    )
  }
  // A one-line input would remove line breaks.
  if (writing === 'json' || field.type === 'long_text' || text.includes('\n'))
    return <TextField {...shared} defaultValue={text} rows={4} />
  return (
    <Field
      {...shared}
      type={writing === 'list' ? 'text' : (inputTypes[field.type] ?? 'text')}
      defaultValue={text}
      autoComplete="off"
    />
  )
}
