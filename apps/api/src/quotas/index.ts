import type { Area } from '../store/area.ts'
import type { Limits } from './limits.rules.ts'
import { quotaHandlers, tenantQuotaHandlers } from './quotas.handlers.ts'
import { tenantQuotas } from './quotas.table.ts'

/** What the handlers of quotas need. */
export interface QuotaServices {
  /** The limits that hold where no operator has set one. */
  readonly limits: Limits
}

/** What tenants may have and do, and how much of it they use. */
export const quotaArea: Area<QuotaServices> = {
  functions: new URL('./functions.sql', import.meta.url),
  resources: [],
  handlers: [({ limits }) => quotaHandlers(limits), ({ limits }) => tenantQuotaHandlers(limits)],
  tables: { global: [tenantQuotas] },
}
