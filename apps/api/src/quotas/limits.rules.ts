import { type QuotaName, quotaNames } from '@commonhold/contract'

/** The limit of each quota; null = none. */
export type Limits = Readonly<Record<QuotaName, number | null>>

const MILLION = 1_000_000

/** The limits unless `QUOTAS` or an operator sets others: more than an organisation reaches in normal use. */
export const defaultLimits: Limits = {
  projects: 10_000,
  issues: 10 * MILLION,
  issue_comments: 50 * MILLION,
  issue_attachments: 10 * MILLION,
  issue_parts: 50 * MILLION,
  assets: 10 * MILLION,
  asset_assignments: 50 * MILLION,
  asset_circulations: 100 * MILLION,
  configuration_items: 5 * MILLION,
  relationships: 20 * MILLION,
  locations: MILLION,
  persons: 5 * MILLION,
  identities: 10 * MILLION,
  contacts: 20 * MILLION,
  school_enrollments: 20 * MILLION,
  school_employments: 5 * MILLION,
  employment_assignments: 20 * MILLION,
  schools: 100_000,
  configuration: 100_000,
  members: MILLION,
  groups: 100_000,
  service_accounts: 10_000,
  webhook_endpoints: 10,
  bulk_items: 10 * MILLION,
  events: 100 * MILLION,
  mails: 100_000,
  webhook_deliveries: 50 * MILLION,
}

/** The limits of an installation: its own, and the defaults for the others. */
export const limitsOf = (own: Partial<Limits>): Limits => ({ ...defaultLimits, ...own })

/** Parses `issues=50000,mails=unlimited`; undefined if an entry is not a quota with a whole number or `unlimited`. */
export function readLimits(text: string): Partial<Limits> | undefined {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => /^(\w+)=(\d{1,12}|unlimited)$/.exec(entry))
  const known: readonly string[] = quotaNames
  if (!entries.every((found) => found !== null && known.includes(found[1] ?? ''))) return undefined
  return Object.fromEntries(
    entries.map((found) => [found?.[1], found?.[2] === 'unlimited' ? null : Number(found?.[2])]),
  )
}
