import { assetGroups } from './assets/index.ts'
import { censusGroups } from './census/index.ts'
import { configurationGroups } from './cmdb/index.ts'
import { educationGroups } from './education/index.ts'
import { eventGroups } from './events/index.ts'
import { histories } from './histories.ts'
import { jobGroups } from './jobs/index.ts'
import { locationGroups } from './locations/index.ts'
import { quotaGroups } from './quotas/index.ts'
import { searchGroups } from './search/index.ts'
import { summaries } from './summaries.ts'
import { systemGroups } from './system/index.ts'
import { webhookGroups } from './webhooks/index.ts'
import { workGroups } from './work/index.ts'

/** Every operation, by the group that declares it. */
export const operationGroups = {
  ...systemGroups,
  ...workGroups,
  ...assetGroups,
  ...configurationGroups,
  ...locationGroups,
  ...censusGroups,
  ...educationGroups,
  summaries,
  histories,
  ...searchGroups,
  ...eventGroups,
  ...jobGroups,
  ...webhookGroups,
  ...quotaGroups,
}
