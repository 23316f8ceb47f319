import { quotas, tenantQuotas } from './quotas.ts'

export {
  Quota,
  type QuotaName,
  QuotaSetting,
  quotaNames,
  type RateQuota,
  type RecordQuota,
  ratePeriods,
  rateQuotas,
  recordQuotas,
} from './quotas.ts'

export const quotaGroups = { quotas, tenantQuotas }
