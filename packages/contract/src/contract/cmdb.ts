import { configurationGroups } from '../cmdb/index.ts'
import { derivedOperations } from '../derived-operations.ts'

// The operations on configuration items, each where its path says (docs/decisions/0002-names-follow-paths.md).

export const configurationItems = {
  ...derivedOperations.configurationItems,
  list: configurationGroups.configurationItems.list,
  create: configurationGroups.configurationItems.create,
  get: configurationGroups.configurationItems.get,
  update: configurationGroups.configurationItems.update,
  delete: configurationGroups.configurationItems.delete,
  archive: configurationGroups.configurationItems.archive,
  restore: configurationGroups.configurationItems.restore,
  impact: {
    list: configurationGroups.configurationItems.impact,
  },
  relationships: {
    list: configurationGroups.configurationItems.listRelationships,
    create: configurationGroups.configurationItems.createRelationship,
  },
}
