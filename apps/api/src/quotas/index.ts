import type { Area } from '../store/area.ts'
import type { Limits } from './limits.rules.ts'
import { quotaHandlers, tenantQuotaHandlers } from './quotas.handlers.ts'
import { tenantQuotas } from './quotas.table.ts'

/** The services that the handlers of quotas need. */
export interface QuotaServices {
  /** The limits that apply unless an operator has set another one. */
  readonly limits: Limits
}

/** The quotas of tenants, and how much of them is used. */
export const quotaArea: Area<QuotaServices> = {
  functions: new URL('./functions.sql', import.meta.url),
  resources: [],
  handlers: [({ limits }) => quotaHandlers(limits), ({ limits }) => tenantQuotaHandlers(limits)],
  tables: { global: [tenantQuotas] },
}
