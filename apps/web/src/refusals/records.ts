import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Names of the records that prevent the deletion of another one, by the name that the service uses in `dependents`. */
export const records: Readonly<Record<string, MessageDescriptor>> = {
  asset_assignments: msg`assignments`,
  asset_circulations: msg`movements of assets`,
  asset_models: msg`asset models`,
  asset_stock: msg`stock`,
  assets: msg`assets`,
  configuration_items: msg`configuration items`,
  contacts: msg`contacts`,
  employment_assignments: msg`assignments of employees`,
  groups: msg`groups`,
  identities: msg`names of persons`,
  issue_attachments: msg`attachments`,
  issue_comments: msg`comments`,
  issue_field_values: msg`fields of issues`,
  issue_fields: msg`fields`,
  issue_links: msg`links of issues`,
  issue_screen_fields: msg`fields of screens`,
  issue_screens: msg`screens`,
  issue_types: msg`issue types`,
  issue_workflow_statuses: msg`statuses of workflows`,
  issue_workflow_transitions: msg`transitions of workflows`,
  issues: msg`issues`,
  locations: msg`locations`,
  memberships: msg`memberships`,
  persons: msg`persons`,
  projects: msg`projects`,
  relationships: msg`relationships`,
  school_calendars: msg`school calendars`,
  school_employments: msg`employments`,
  school_enrollments: msg`enrollments`,
  school_grade_levels: msg`grade levels`,
  schools: msg`schools`,
}

/** Names of the records that a quota limits, by its name. */
export const limited: Readonly<Record<string, MessageDescriptor>> = {
  ...records,
  configuration: msg`types, workflows, fields and models`,
  issue_parts: msg`links, watchers and votes of issues`,
  members: msg`members`,
  schools: msg`schools, years and calendars`,
  service_accounts: msg`service accounts and API keys`,
  webhook_endpoints: msg`webhooks`,
}
