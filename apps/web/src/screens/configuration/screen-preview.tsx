import type { IssueField, IssueFieldType, IssueScreenField } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import type { FormField } from '../../records/form-field.tsx'
import FormFieldView from '../../records/form-field-view.tsx'
import { valueCodec } from './codecs.ts'

interface ScreenPreviewProps {
  readonly placed: readonly IssueScreenField[]
  readonly fields: readonly IssueField[]
}

/** A disabled preview of the form that a screen defines. */
export function ScreenPreview({ placed, fields }: ScreenPreviewProps) {
  const { t } = useLingui()
  return (
    <fieldset className="form screen-preview" disabled>
      <legend>{t`Preview`}</legend>
      {placed
        .filter(({ is_hidden }) => !is_hidden)
        .map((one) => {
          const field = fields.find(({ id }) => id === one.field_id)
          if (!field) return null
          const value = one.default_value ?? field.default_value
          return (
            <FormFieldView
              key={`${one.id} ${one.version}`}
              field={shownAs(one, field)}
              value={value === null || value === undefined ? '' : valueCodec.toText(value)}
              error={undefined}
            />
          )
        })}
    </fieldset>
  )
}

const kinds: Partial<Record<IssueFieldType, 'long' | 'number' | 'day' | 'moment' | 'flag'>> = {
  long_text: 'long',
  json: 'long',
  integer: 'number',
  decimal: 'number',
  date: 'day',
  datetime: 'moment',
  boolean: 'flag',
}

function shownAs({ id, is_required, help_text }: IssueScreenField, field: IssueField): FormField {
  const isRequired = is_required || field.is_required
  const named = {
    name: `preview ${id}`,
    label: field.name,
    ...(help_text !== null && { hint: help_text }),
    isRequired,
  }
  const options = field.options
    .filter(({ is_active }) => is_active)
    .map(({ key, label }) => [key, label] as const)
  if (field.type === 'select') return { ...named, kind: 'choice', options }
  if (field.type === 'multi_select') return { ...named, kind: 'choices', options }
  return { ...named, kind: kinds[field.type] ?? 'text' }
}
