import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { line, nullable, timestamp } from '../kernel/schema.ts'

/** Quotas on the number of records: of one kind, or of several kinds that belong together. */
export const recordQuotas = [
  'projects',
  'issues',
  'issue_comments',
  'issue_attachments',
  'issue_parts',
  'assets',
  'asset_assignments',
  'asset_circulations',
  'configuration_items',
  'relationships',
  'locations',
  'persons',
  'identities',
  'contacts',
  'school_enrollments',
  'school_employments',
  'employment_assignments',
  'schools',
  'configuration',
  'members',
  'groups',
  'service_accounts',
  'webhook_endpoints',
] as const

/** Quotas on what a tenant does in an hour or a day. */
export const rateQuotas = ['bulk_items', 'events', 'mails', 'webhook_deliveries'] as const

/** The names of all quotas. */
export const quotaNames = [...recordQuotas, ...rateQuotas] as const

/** The name of a quota on records. */
export type RecordQuota = (typeof recordQuotas)[number]
/** The name of a quota per hour or per day. */
export type RateQuota = (typeof rateQuotas)[number]
/** The name of a quota. */
export type QuotaName = RecordQuota | RateQuota

/** The unit and the period of each rate quota. */
export const ratePeriods = {
  bulk_items: { unit: 'items', period: 'hour' },
  events: { unit: 'events', period: 'hour' },
  mails: { unit: 'mails', period: 'day' },
  webhook_deliveries: { unit: 'deliveries', period: 'day' },
} as const satisfies Record<RateQuota, { unit: string; period: 'hour' | 'day' }>

const most = z.int().min(0).max(1_000_000_000_000)

const quotaName = z.enum(quotaNames).meta({
  id: 'QuotaName',
  description:
    'The name of the quota. `issue_parts` counts links, watchers and votes of issues; `schools` counts schools, school years and calendars; `configuration` counts catalogue records: types, statuses, workflows, fields, screens, models, grade levels.',
  examples: ['issues'],
})

const quotaUnit = z.enum(['records', 'items', 'events', 'mails', 'deliveries']).meta({
  id: 'QuotaUnit',
  description: 'What the quota counts.',
  examples: ['records'],
})

const quotaPeriod = z.enum(['hour', 'day']).meta({
  id: 'QuotaPeriod',
  description: 'Period of a quota, in UTC.',
  examples: ['hour'],
})

const quota = z
  .object({
    name: quotaName,
    unit: quotaUnit,
    period: nullable(quotaPeriod).meta({
      description: 'Period of the quota, in UTC; null = the quota counts existing records.',
    }),
    limit: nullable(most).meta({ description: 'The limit; null = none.' }),
    is_default: z.boolean().meta({
      description: 'True if the limit is the default of the installation, false if an operator has set it.',
    }),
    used: z
      .int()
      .min(0)
      .meta({ description: 'How much of the quota is used, as last counted.', examples: [1_204] }),
    counted_at: nullable(timestamp()).meta({ description: 'When the quota was last counted; null = never.' }),
    resets_at: nullable(timestamp()).meta({
      description: 'When the count starts again at 0; null = it does not.',
    }),
  })
  .meta({
    id: 'Quota',
    description: 'A limit on the records or requests of a tenant, and how much of it is used.',
  })
const quotaSetting = z
  .strictObject({
    limit: nullable(most).meta({ description: 'The limit; null = none.' }),
  })
  .meta({ id: 'QuotaSetting', description: 'The limit of a quota.' })

export interface Quota extends z.infer<typeof quota> {}
export interface QuotaSetting extends z.infer<typeof quotaSetting> {}
/** A limit on the records or requests of a tenant, and how much of it is used. */
export const Quota: z.core.$ZodType<Quota, Quota> = quota
/** The limit of a quota. */
export const QuotaSetting: z.core.$ZodType<QuotaSetting, QuotaSetting> = quotaSetting

export const quotas = {
  list: endpoint({
    operationId: 'listQuotas',
    method: 'get',
    path: '/quotas',
    tag: 'Tenants',
    summary: 'List the quotas of the tenant',
    description:
      'Lists the limits of the tenant, and how much of each is used. Records are counted once a minute if something changed. Creating a record above the limit answers 409 `quota_exceeded`. Exceeding a rate answers 429 `rate_limited`; mails and webhook deliveries wait for the next period instead.',
    permission: 'tenant:read',
    whole: true,
    success: { status: 200, body: z.array(Quota) },
  }),
}

const tag = 'Operation'
const ofTenant = {
  permission: 'authenticated',
  needsSession: true,
  ignoresTenant: true,
  errors: ['permission_denied', 'not_found'],
} as const
const tenant_id = line(100).meta({
  description: 'Id or slug of the tenant.',
  examples: ['leeds-grammar-school'],
})
const name = line(100).meta({ description: 'Name of the quota.', examples: ['issues'] })

export const tenantQuotas = {
  list: endpoint({
    ...ofTenant,
    operationId: 'listQuotasOfTenant',
    method: 'get',
    path: '/operator/tenants/{tenant_id}/quotas',
    tag,
    summary: 'List the quotas of any tenant',
    description: 'For operators. Returns the same as `GET /quotas` in that tenant.',
    pathTexts: { tenant_id },
    whole: true,
    success: { status: 200, body: z.array(Quota) },
  }),
  set: endpoint({
    ...ofTenant,
    operationId: 'setQuotaOfTenant',
    method: 'put',
    path: '/operator/tenants/{tenant_id}/quotas/{quota_name}',
    tag,
    summary: 'Set the limit of a quota',
    description:
      'For operators. Existing records stay, even above the new limit. All instances of the service apply the limit within five seconds.',
    pathTexts: { tenant_id, quota_name: name },
    body: QuotaSetting,
    success: { status: 200, body: Quota },
  }),
  reset: endpoint({
    ...ofTenant,
    operationId: 'deleteQuotaOfTenant',
    method: 'delete',
    path: '/operator/tenants/{tenant_id}/quotas/{quota_name}',
    tag,
    summary: 'Reset a quota to the limit of the installation',
    description: 'For operators. Answers 404 if no limit is set for the tenant.',
    pathTexts: { tenant_id, quota_name: name },
    success: { status: 204 },
  }),
}
