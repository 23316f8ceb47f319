import type { IssueFieldType, IssueStatusCategory, IssueSubtype } from '@commonhold/contract'
import { msg } from '@lingui/core/macro'

/** The name of each status category. */
export const statusCategories = {
  backlog: msg`Backlog`,
  unstarted: msg`Not started`,
  started: msg`Started`,
  completed: msg`Completed`,
  cancelled: msg`Cancelled`,
} as const satisfies Record<IssueStatusCategory, ReturnType<typeof msg>>

/** The name of each issue subtype. */
export const subtypes = {
  task: msg`Task`,
  service_request: msg`Service request`,
  known_problem: msg`Known problem`,
  incident: msg`Incident`,
  post_incident_analysis: msg`Post-incident analysis`,
  change: msg({ message: 'Change', context: 'kind of issue' }),
  repair: msg`Repair`,
} as const satisfies Record<IssueSubtype, ReturnType<typeof msg>>

/** The name of each field type. */
export const fieldTypes = {
  text: msg`Text`,
  long_text: msg`Long text`,
  integer: msg`Whole number`,
  decimal: msg({ message: 'Number', context: 'type of value' }),
  boolean: msg`Yes or no`,
  date: msg`Date`,
  datetime: msg`Date and time`,
  url: msg`Link`,
  email: msg`Email address`,
  select: msg`One choice`,
  multi_select: msg`Several choices`,
  user: msg`Account`,
  group: msg`Group`,
  person: msg`Person`,
  asset: msg`Asset`,
  configuration_item: msg`Configuration item`,
  location: msg`Location`,
  issue: msg`Issue`,
  json: msg`JSON`,
} as const satisfies Record<IssueFieldType, ReturnType<typeof msg>>
