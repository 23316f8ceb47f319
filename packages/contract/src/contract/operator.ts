import { jobGroups } from '../jobs/index.ts'
import { quotaGroups } from '../quotas/index.ts'

const { list, set, reset } = quotaGroups.tenantQuotas

export const operator = {
  jobs: jobGroups.jobs,
  tenants: { quotas: { list, set, delete: reset } },
}
