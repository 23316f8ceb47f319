import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { permissionKinds } from '../account/permission-words.ts'
import { trackingTypes } from '../screens/asset-models/words.ts'
import { assetStatuses, disposalMethods } from '../screens/assets/words.ts'
import { criticalities, environments, itemStatuses, itemTypes } from '../screens/configuration-items/words.ts'
import { enrollmentStatuses, entryTypes, exitTypes } from '../screens/education/words.ts'
import {
  employmentStatuses,
  employmentTypes,
  separationReasons,
  separationTypes,
} from '../screens/employments/words.ts'
import { repairOutcomes, repairTypes } from '../screens/repairs/words.ts'
import { schoolCategories } from '../screens/schools/words.ts'
import { wordOfPage } from '../shared-names/speak.ts'

/** The text for each value of an enumeration. A permission has two: its kind, and what it allows. */
type Texts = Readonly<
  Record<
    string,
    MessageDescriptor | { readonly label: MessageDescriptor; readonly action?: MessageDescriptor }
  >
>

const permissions: Texts = Object.fromEntries(
  permissionKinds.flatMap(({ label, actions }) =>
    Object.entries(actions).map(([permission, action]) => [permission, { label, action }]),
  ),
)
const userStatuses = {
  active: msg({ message: 'Active', context: 'person' }),
  deactivated: msg`Deactivated`,
}

/**
 * The texts for the values of members, by the first part of a record's query key and by the member: those of the record's page,
 * whose catalog is loaded. `key` is a key of the organisation's configuration, which has no text here. Values of other members
 * have no texts.
 */
export const valueTexts: Readonly<Record<string, Readonly<Record<string, Texts | 'key'>>>> = {
  assets: { status: assetStatuses, disposal_method: disposalMethods },
  'asset-models': { tracking_type: trackingTypes },
  'configuration-items': {
    ci_type: itemTypes,
    status: itemStatuses,
    criticality: criticalities,
    environment: environments,
  },
  groups: { permissions },
  repairs: { repair_type: repairTypes, outcome: repairOutcomes, status: 'key', priority: 'key' },
  'school-employments': {
    employment_type: employmentTypes,
    status: employmentStatuses,
    separation_type: separationTypes,
    separation_reason: separationReasons,
  },
  'school-enrollments': { status: enrollmentStatuses, entry_type: entryTypes, exit_type: exitTypes },
  schools: { category: schoolCategories },
  users: { status: userStatuses },
}

/**
 * A value of a record's member in the language of the page, if the member is an enumeration or a key: the status `in_stock` of
 * `configuration-items` is `In stock`. Undefined for values of other members.
 */
export function valueOfPage(kind: string, member: string, value: string): string | undefined {
  const texts = valueTexts[kind]?.[member]
  if (texts === 'key') return wordOfPage(value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' '))
  const text = texts && Object.hasOwn(texts, value) ? texts[value] : undefined
  if (!text) return undefined
  if (!('label' in text)) return i18n._(text)
  const label = i18n._(text.label)
  return text.action ? `${label}: ${i18n._(text.action)}` : label
}
