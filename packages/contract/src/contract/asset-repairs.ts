import {
  assetRepairsBulk,
  assetRepairsHistory,
  assetRepairsSummary,
  assetRepairsUpsert,
  assetRepairs as operations,
} from '../assets/asset-repair-operations.ts'

// Operations on repairs; their names follow from their paths (docs/decisions/0002-names-follow-paths.md).

export const assetRepairs = {
  bulk: assetRepairsBulk,
  upsert: assetRepairsUpsert,
  summary: { list: assetRepairsSummary },
  ...operations,
  history: { list: assetRepairsHistory },
}
