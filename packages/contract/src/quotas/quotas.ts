import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { line, nullable, timestamp } from '../kernel/schema.ts'

/** What a tenant may have at a time: records of one kind, or of several that belong together. */
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

/** What a tenant may do in an hour or a day. */
export const rateQuotas = ['bulk_items', 'events', 'mails', 'webhook_deliveries'] as const

/** The quotas of a tenant. */
export const quotaNames = [...recordQuotas, ...rateQuotas] as const

/** Records of one kind, or of several that belong together. */
export type RecordQuota = (typeof recordQuotas)[number]
/** What is counted by the hour or by the day. */
export type RateQuota = (typeof rateQuotas)[number]
/** The name of a quota. */
export type QuotaName = RecordQuota | RateQuota

/** What each rate counts, and in which time. */
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
    'The name of the quota. `issue_parts` are links and watchers of issues and votes on them; `schools` are schools, school years and calendars; `configuration` is what catalogues hold: types, statuses, workflows, fields, screens, models, grade levels.',
  examples: ['issues'],
})

const quotaUnit = z.enum(['records', 'items', 'events', 'mails', 'deliveries']).meta({
  id: 'QuotaUnit',
  description: 'What is counted.',
  examples: ['records'],
})

const quotaPeriod = z.enum(['hour', 'day']).meta({
  id: 'QuotaPeriod',
  description: 'A time in which something is counted, in UTC.',
  examples: ['hour'],
})

const quota = z
  .object({
    name: quotaName,
    unit: quotaUnit,
    period: nullable(quotaPeriod).meta({
      description: 'The time in which it is counted, in UTC; null = what there is at a time.',
    }),
    limit: nullable(most).meta({ description: 'The limit; null = none.' }),
    is_default: z.boolean().meta({
      description: 'True where the limit is that of the installation, false where an operator has set it.',
    }),
    used: z
      .int()
      .min(0)
      .meta({ description: 'How much of it is used, as last counted.', examples: [1_204] }),
    counted_at: nullable(timestamp()).meta({ description: 'When it was last counted; null = never.' }),
    resets_at: nullable(timestamp()).meta({
      description: 'When counting begins anew; null = it does not.',
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
      'Lists the limits of the tenant, and how much of each is used. Records are counted once a minute where something changed. A create above the limit is 409 `quota_exceeded`; a rate above it is 429 `rate_limited`, and mails and deliveries of webhooks wait until counting begins anew.',
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
      'For operators. Existing records stay, even above the new limit. Instances follow within five seconds.',
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
    summary: 'Give a quota the limit of the installation again',
    description: 'For operators. 404 where no limit is set for the tenant.',
    pathTexts: { tenant_id, quota_name: name },
    success: { status: 204 },
  }),
}
