import type { IssueField, IssueFieldType, IssueScreenField } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { type FormField, optionsFrom, textsOfRecord } from '../../records/form-field.tsx'
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
          const shown = shownAs(one, field)
          return (
            <FormFieldView
              key={`${one.id} ${one.version}`}
              field={shown}
              value={textsOfRecord([shown], { [shown.name]: value })[shown.name] ?? ''}
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
  const offered = optionsFrom(
    field.options,
    ({ is_active }) => is_active,
    ({ key, label }) => [key, label],
  )
  if (field.type === 'select') return { ...named, kind: 'choice', ...offered }
  if (field.type === 'multi_select') return { ...named, kind: 'choices', ...offered }
  return { ...named, kind: kinds[field.type] ?? 'text', codec: valueCodec }
}
