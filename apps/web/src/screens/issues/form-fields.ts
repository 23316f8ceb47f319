import type { IssueField } from '@commonhold/contract'
import type { FormField } from '../../records/form-field.tsx'
import { optionsFrom, textsOfRecord } from '../../records/form-field.tsx'
import {
  pickableAssets,
  pickableGroups,
  pickableIssues,
  pickableItems,
  pickableLocations,
  pickablePersons,
  pickableUsers,
} from '../../records/pickables.ts'
import type { Pickable } from '../../records/picker.tsx'

/** An issue field as a screen or a transition requests it. */
export type AskedField = Pick<IssueField, 'name' | 'path' | 'type' | 'options'> & {
  readonly is_required?: boolean
  readonly hint?: string | null
}

const pickables: Partial<Record<IssueField['type'], Pickable>> = {
  user: pickableUsers,
  group: pickableGroups,
  person: pickablePersons,
  asset: pickableAssets,
  configuration_item: pickableItems,
  location: pickableLocations,
  issue: pickableIssues,
}

/** True for a field that refers to several records. The type of the field does not say so. */
const isSeveral = (path: string) => path.endsWith('_ids')

/** Returns the form field for an issue field. `prefix` precedes its path in the request body. */
export function formField(field: AskedField, words: { yes: string; no: string }, prefix = ''): FormField {
  const { type, path, options } = field
  const usual = {
    name: prefix + path.replaceAll('.', '/'),
    label: field.name,
    isRequired: field.is_required ?? false,
    ...(field.hint && { hint: field.hint }),
  }
  const of = pickables[type]
  if (of) return { ...usual, kind: isSeveral(path) ? 'records' : 'record', of }
  const offered = optionsFrom(
    options,
    ({ is_active }) => is_active,
    ({ key, label }) => [key, label],
  )
  const isChosen = offered.options.length > 0
  switch (type) {
    case 'select':
      return isChosen ? { ...usual, kind: 'choice', ...offered } : { ...usual, kind: 'text' }
    case 'multi_select':
      return isChosen ? { ...usual, kind: 'choices', ...offered } : { ...usual, kind: 'list' }
    case 'boolean':
      return {
        ...usual,
        kind: 'answer',
        options: [
          ['true', words.yes],
          ['false', words.no],
        ],
      }
    case 'integer':
    case 'decimal':
      return { ...usual, kind: 'number' }
    case 'date':
      return { ...usual, kind: 'day' }
    case 'datetime':
      return { ...usual, kind: 'moment' }
    case 'long_text':
      return { ...usual, kind: 'long', isMarkdown: true }
    case 'json':
      return { ...usual, kind: 'json' }
    case 'email':
    case 'url':
      return { ...usual, kind: 'text', type }
    default:
      return { ...usual, kind: 'text' }
  }
}

/** Converts the value of a field to the text in its control. */
export const textOfField = (field: FormField, value: unknown): string =>
  textsOfRecord([{ ...field, name: 'value' }], { value }).value ?? ''
