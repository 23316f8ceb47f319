import { projects } from './projects.table.ts'

export const workTables = { owned: [], catalogue: [projects] }
