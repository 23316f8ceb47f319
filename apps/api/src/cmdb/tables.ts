import { configurationItems } from './configuration-items.table.ts'
import { relationships } from './relationships.table.ts'

export const configurationTables = { owned: [configurationItems, relationships] }
