import type { IssueFieldOption, IssueSubtype } from '@commonhold/contract'
import type { PriorityView } from './issue-configuration.repository.ts'
import { codesOf } from './issue-details.rules.ts'

const labelOf = (key: string) => (key.charAt(0).toUpperCase() + key.slice(1)).replaceAll('_', ' ')

/** Options with these keys, in this order, labelled by what the keys say. */
export const optionsOf = (keys: readonly string[]): IssueFieldOption[] =>
  keys.map((key, at) => ({ key, label: labelOf(key), color: null, position: at + 1, is_active: true }))

interface OptionField {
  readonly path: string
  readonly is_system: boolean
  readonly options: readonly IssueFieldOption[]
}

/**
 * The values that can be chosen for a field of an issue. Codes that depend on the kind of the issue, and priorities,
 * are not kept in the field.
 */
export function choicesOf(
  { path, is_system, options }: OptionField,
  subtype: IssueSubtype,
  priorities: readonly PriorityView[],
): IssueFieldOption[] {
  if (options.length > 0 || !is_system) return [...options]
  if (path === 'priority') return priorityOptions(priorities)
  return path.startsWith('details.') ? optionsOf(codesOf(subtype, path.slice('details.'.length))) : []
}

const priorityOptions = (priorities: readonly PriorityView[]): IssueFieldOption[] =>
  priorities
    .filter(({ is_active }) => is_active)
    .map(({ key, name, color, position }) => ({ key, label: name, color, position, is_active: true }))
