import { assetGroups } from './assets/index.ts'
import { censusGroups } from './census/index.ts'
import { configurationGroups } from './cmdb/index.ts'
import { educationGroups } from './education/index.ts'
import { locationGroups } from './locations/index.ts'
import { systemGroups } from './system/index.ts'
import { workGroups } from './work/index.ts'

export * from './assets/index.ts'
export * from './census/index.ts'
export * from './cmdb/index.ts'
export * from './education/index.ts'
export * from './kernel/index.ts'
export * from './locations/index.ts'
export * from './system/index.ts'
export * from './work/index.ts'

/** The interface: every operation, by group and name. */
export const contract = {
  ...systemGroups,
  ...workGroups,
  ...assetGroups,
  ...configurationGroups,
  ...locationGroups,
  ...censusGroups,
  ...educationGroups,
}

/** Type of the contract; `Client<ApiContract>` is the type of its client. */
export type ApiContract = typeof contract
