import type { Quota, QuotaName } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What each quota limits. */
export const quotaLabels: Readonly<Record<QuotaName, MessageDescriptor>> = {
  projects: msg`Projects`,
  issues: msg`Issues`,
  issue_comments: msg`Comments`,
  issue_attachments: msg`Attachments`,
  issue_parts: msg`Links, watchers and votes of issues`,
  assets: msg`Assets`,
  asset_assignments: msg`Assignments of assets`,
  asset_circulations: msg`Movements of assets`,
  configuration_items: msg`Configuration items`,
  relationships: msg`Relationships`,
  locations: msg`Locations`,
  persons: msg`Persons`,
  identities: msg`Names of persons`,
  contacts: msg`Contacts`,
  school_enrollments: msg`Enrollments`,
  school_employments: msg`Employments`,
  employment_assignments: msg`Assignments of employees`,
  schools: msg`Schools, years and calendars`,
  configuration: msg`Types, workflows, fields and models`,
  members: msg`Members`,
  groups: msg`Groups`,
  service_accounts: msg`Service accounts and API keys`,
  webhook_endpoints: msg`Webhooks`,
  bulk_items: msg`Changes by bulk requests`,
  events: msg`Events read`,
  mails: msg`Mails sent`,
  webhook_deliveries: msg`Deliveries of webhooks`,
}

/** The period in which a rate is counted. */
export const quotaPeriods: Readonly<Record<NonNullable<Quota['period']>, MessageDescriptor>> = {
  hour: msg`an hour`,
  day: msg`a day`,
}

/** How much is left: `none`, `little` when 80 per cent are used, else `enough`. */
export function stateOf({ limit, used }: Quota): 'none' | 'little' | 'enough' {
  if (limit === null || used < 0.8 * limit) return 'enough'
  return used >= limit ? 'none' : 'little'
}
