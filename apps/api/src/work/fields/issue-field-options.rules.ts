import type { IssueFieldOption, IssueFieldOptionInput, IssueSubtype } from '@commonhold/contract'
import { codesOf } from './issue-details.rules.ts'

/** A key in words: `awaiting_vendor` is "Awaiting vendor". */
export const inWords = (key: string) => (key.charAt(0).toUpperCase() + key.slice(1)).replaceAll('_', ' ')

/** Options with these keys, in this order, labelled with the keys in words. */
export const optionsOf = (keys: readonly string[]): IssueFieldOption[] =>
  keys.map((key, at) => ({ key, label: inWords(key), color: null, position: at + 1, is_active: true }))

/** Complete options from a request: missing members keep their present value, or get their default. */
export const completeOptions = (
  given: readonly IssueFieldOptionInput[],
  before: readonly IssueFieldOption[] = [],
): IssueFieldOption[] =>
  given.map(({ key, label, ...members }, at) => {
    const former = before.find((option) => option.key === key)
    const {
      color = former?.color ?? null,
      position = former?.position ?? at + 1,
      is_active = former?.is_active ?? true,
    } = members
    return { key, label, color, position, is_active }
  })

interface OptionField {
  readonly path: string
  readonly is_system: boolean
  readonly options: readonly IssueFieldOption[]
}

interface Choosable {
  readonly key: string
  readonly name: string
  readonly color: string | null
  readonly position: number
  readonly is_active: boolean
}

/**
 * The data that determines which values can be chosen in an issue: its subtype, its type, which no transition changes, and
 * the priorities.
 */
export interface Choices {
  readonly subtype: IssueSubtype
  readonly type: Choosable
  readonly priorities: readonly Choosable[]
}

/**
 * The values that can be chosen for a field of an issue. The options of the field itself do not include types, priorities
 * and codes that depend on the subtype.
 */
export function choicesOf(
  { path, is_system, options }: OptionField,
  { subtype, type, priorities }: Choices,
): IssueFieldOption[] {
  if (options.length > 0 || !is_system) return [...options]
  if (path === 'issue_type') return [optionOf(type)]
  if (path === 'priority') return priorities.filter(({ is_active }) => is_active).map(optionOf)
  return path.startsWith('details.') ? optionsOf(codesOf(subtype, path.slice('details.'.length))) : []
}

const optionOf = ({ key, name, color, position }: Choosable): IssueFieldOption => ({
  key,
  label: name,
  color,
  position,
  is_active: true,
})
