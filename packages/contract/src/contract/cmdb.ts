import {
  configurationItemsBulk,
  configurationItemsHistory,
  configurationItemsSummary,
  configurationItemsUpsert,
} from '../cmdb/configuration-items.ts'
import { configurationGroups } from '../cmdb/index.ts'

// Operations on configuration items; their names follow from their paths (docs/decisions/0002-names-follow-paths.md).

export const configurationItems = {
  summary: { list: configurationItemsSummary },
  bulk: configurationItemsBulk,
  upsert: configurationItemsUpsert,
  list: configurationGroups.configurationItems.list,
  create: configurationGroups.configurationItems.create,
  get: configurationGroups.configurationItems.get,
  update: configurationGroups.configurationItems.update,
  delete: configurationGroups.configurationItems.delete,
  archive: configurationGroups.configurationItems.archive,
  restore: configurationGroups.configurationItems.restore,
  history: { list: configurationItemsHistory },
  impact: {
    list: configurationGroups.configurationItems.impact,
  },
  relationships: {
    list: configurationGroups.configurationItems.listRelationships,
    create: configurationGroups.configurationItems.createRelationship,
  },
}
