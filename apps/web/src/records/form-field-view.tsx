import { useId } from 'react'
import { Field, SelectField, TextField } from '../ui/field.tsx'
import { MarkdownField } from '../ui/markdown-field.tsx'
import { type FormField, optionsWith } from './form-field.tsx'
import { errorOfGroup, PairsField } from './pairs-field.tsx'
import { RecordPicker } from './picker.tsx'
import { RecordsPicker } from './records-picker.tsx'

interface FieldProps {
  readonly field: FormField
  readonly value: string
  readonly error: string | undefined
}

/** Renders a form field with its initial value. */
export default function FormFieldView({ field, value, error }: FieldProps) {
  const { name, label, hint, isRequired = false } = field
  const usual = {
    name,
    label,
    error,
    ...(hint !== undefined && { hint }),
    'aria-required': isRequired || undefined,
  }
  switch (field.kind) {
    case 'record':
      return (
        <RecordPicker
          of={field.of}
          label={label}
          name={name}
          hint={hint}
          error={error}
          defaultId={value}
          isRequired={isRequired}
        />
      )
    case 'records':
      return (
        <RecordsPicker of={field.of} label={label} name={name} hint={hint} error={error} defaultIds={value} />
      )
    case 'long':
      if (field.isMarkdown) return <MarkdownField {...usual} rows={4} defaultValue={value} />
      return <TextField {...usual} rows={4} defaultValue={value} />
    case 'json':
      return <TextField {...usual} rows={4} defaultValue={value} />
    case 'choice':
    case 'answer':
      return (
        <SelectField {...usual} defaultValue={value}>
          {!isRequired && <option value="">–</option>}
          {optionsWith(field, [value]).map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </SelectField>
      )
    case 'choices':
      return <ChoicesField field={field} value={value} error={error} />
    case 'pairs':
      return (
        <PairsField
          name={name}
          label={label}
          hint={hint}
          error={error}
          members={field.members}
          areLists={field.areLists ?? false}
          value={value}
        />
      )
    case 'flag':
      return <FlagField field={field} value={value} error={error} />
    case 'number':
      return <Field {...usual} type="text" inputMode="decimal" autoComplete="off" defaultValue={value} />
    case 'day':
      return <Field {...usual} type="date" defaultValue={value} />
    case 'moment':
      return <Field {...usual} type="datetime-local" defaultValue={value} />
    case 'list':
      return <Field {...usual} type="text" autoComplete="off" defaultValue={value} />
    default:
      return (
        <Field
          {...usual}
          type={field.type ?? 'text'}
          maxLength={field.maxLength}
          autoComplete={field.autoComplete ?? 'off'}
          defaultValue={value}
        />
      )
  }
}

/** A checkbox, described by its hint and its error. */
function FlagField({ field: { name, label, hint }, value, error }: FieldProps) {
  const id = useId()
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          name={name}
          value="true"
          defaultChecked={value === 'true'}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={id}
        />
        {label}
      </label>
      <div id={id}>
        {hint && <p className="hint">{hint}</p>}
        {error !== undefined && <p className="error">{error}</p>}
      </div>
    </>
  )
}

interface ChoicesFieldProps {
  readonly field: Extract<FormField, { kind: 'choices' }>
  readonly value: string
  readonly error: string | undefined
}

/** Checkboxes for several choices of a fixed list. In the text of the field, each chosen value is a line. */
function ChoicesField({ field, value, error }: ChoicesFieldProps) {
  const { name, label, hint, isRequired = false, groupOf } = field
  const chosen = value.split('\n')
  const id = useId()
  const groups = Map.groupBy(optionsWith(field, chosen), ([option]) => groupOf?.(option))
  const boxesOf = (title: string | undefined) =>
    groups.get(title)?.map(([option, text]) => (
      <label key={option} className="check">
        <input type="checkbox" name={name} value={option} defaultChecked={chosen.includes(option)} />
        {text}
      </label>
    ))
  return (
    <fieldset className="choices" {...errorOfGroup(error, id)}>
      <legend className={isRequired ? 'required' : undefined}>{label}</legend>
      {hint && <p className="hint">{hint}</p>}
      {boxesOf(undefined)}
      {[...groups].map(
        ([title, options]) =>
          title !== undefined && (
            <details key={title} open={options.some(([option]) => chosen.includes(option))}>
              <summary>{title}</summary>
              {boxesOf(title)}
            </details>
          ),
      )}
      {error !== undefined && (
        <p className="error" id={id}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
