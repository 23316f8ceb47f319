import { assetArea } from './assets/index.ts'
import { censusArea } from './census/index.ts'
import { configurationArea } from './cmdb/index.ts'
import { educationArea } from './education/index.ts'
import { eventArea } from './events/index.ts'
import { jobArea } from './jobs/index.ts'
import { locationArea } from './locations/index.ts'
import { quotaArea } from './quotas/index.ts'
import { searchArea } from './search/index.ts'
import { systemArea } from './system/index.ts'
import { timeArea } from './times/index.ts'
import { webhookArea } from './webhooks/index.ts'
import { workArea } from './work/index.ts'

/** All areas, in the order in which seeds are inserted; tenants come first. */
export const areas = [
  systemArea,
  workArea,
  assetArea,
  configurationArea,
  locationArea,
  censusArea,
  educationArea,
  searchArea,
  eventArea,
  jobArea,
  webhookArea,
  timeArea,
  quotaArea,
] as const
