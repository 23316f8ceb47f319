import { type IssueSubtype, issueDetailsMembers } from '@commonhold/contract'
import { hasValue } from './issue-lifecycle.rules.ts'
import type { FieldOfType, HiddenField } from './issue-unfillable.repository.ts'

/** Members that are required to create an issue of the subtype, whatever the screen says. */
const neededBy: Readonly<Partial<Record<IssueSubtype, string>>> = {
  post_incident_analysis: 'details.incident_ids',
  repair: 'asset_ids',
}

const isLacking = ({ subtype, path }: FieldOfType) =>
  path.startsWith('details.') && !(path.slice('details.'.length) in issueDetailsMembers[subtype])

/** The reason why a field of a screen prevents the creation of issues of a type; undefined if it does not. */
export function hindrance(field: FieldOfType): string | undefined {
  const { type_key, field_key, screen_key, path, is_system } = field
  if (field.is_required_by_screen && isLacking(field))
    return `issues of the type ${type_key} have no field ${field_key}, and the screen ${screen_key} requires it`
  if (!field.is_hidden && !field.is_read_only) return undefined
  if (path === 'title')
    return `every issue needs a title, so the screen ${screen_key} cannot hide the field ${field_key} or make it read-only`
  const isNeeded =
    field.is_required_by_screen || (field.is_required && !is_system) || neededBy[field.subtype] === path
  if (!isNeeded || hasValue(field.screen_default) || (!is_system && hasValue(field.default_value)))
    return undefined
  return `no issue of the type ${type_key} could be created: it needs the field ${field_key}, which the screen ${screen_key} hides or makes read-only; give the field a default_value there, or make it writable`
}

/** The reason why a hidden field prevents a transition. */
export const obstruction = ({ transition_key, field_key, screen_key }: HiddenField) =>
  `the transition ${transition_key} requires the field ${field_key}, which its screen ${screen_key} hides; give the field a default_value there, or show it`
