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

const hints: Partial<Record<string, string>> = {
  list: 'Put a comma between several.',
  choices: 'Hold Ctrl or ⌘ to choose several.',
  datetime: 'Such as 2026-01-31T09:30:00Z.',
}

interface AskedFieldProps {
  readonly field: Asked
  /** The name of the move. */
  readonly move: string
  readonly error: string | undefined
}

/** The control of a field that a move asks for, with the value that the issue has; the value alone where it is only shown. */
export function AskedField({ field, move, error }: AskedFieldProps) {
  const writing = writingOf(field)
  const text = textOf(field)
  if (field.is_read_only)
    return (
      <p className="hint">
        {field.name}: {valueText(field.value)}
      </p>
    )
  const hint = hints[writing] ?? hints[field.type]
  const shared = {
    label: field.is_required ? field.name : `${field.name}, if you like`,
    context: move,
    name: nameOf(field),
    error,
    ...(hint !== undefined && { hint }),
  }
  if (writing === 'choice' || writing === 'choices') {
    const several = writing === 'choices'
    return (
      <SelectField {...shared} multiple={several} defaultValue={several ? text.split('\n') : text}>
        {!several && <option value="">Choose one</option>}
        {optionsOf(field).map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </SelectField>
    )
  }
  // A line of text would lose the breaks.
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
