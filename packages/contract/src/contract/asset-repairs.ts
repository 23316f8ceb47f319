import {
  assetRepairsBulk,
  assetRepairsHistory,
  assetRepairsSummary,
  assetRepairsUpsert,
  assetRepairs as operations,
} from '../assets/asset-repair-operations.ts'

// The operations on repairs, each where its path says (docs/decisions/0002-names-follow-paths.md).

export const assetRepairs = {
  bulk: assetRepairsBulk,
  upsert: assetRepairsUpsert,
  summary: { list: assetRepairsSummary },
  ...operations,
  history: { list: assetRepairsHistory },
}
