import { assetTables } from './assets/tables.ts'
import { censusTables } from './census/tables.ts'
import { configurationTables } from './cmdb/tables.ts'
import { educationTables, educationUnkeyed } from './education/tables.ts'
import { auditLog, counters, idempotencyKeys } from './kernel/kernel.table.ts'
import { tenants } from './kernel/tenants.table.ts'
import { locationTables } from './locations/tables.ts'
import { systemTables } from './system/tables.ts'
import { workTables, workUnkeyed } from './work/tables.ts'

/**
 * Every table, by who sees its rows. `owned`: the selected tenant. `catalogue`: the selected tenant and, to
 * read, the root tenant. `global`: whoever the grants admit. `ledger`: added to and read, never changed. `searched`: as
 * `owned`, and functions of the owner, which name the tenant themselves, search it whole.
 */
export const tables = {
  owned: [
    counters,
    ...systemTables.owned,
    ...assetTables.owned,
    ...configurationTables.owned,
    ...locationTables.owned,
    ...censusTables.owned,
    ...workTables.owned,
    ...educationTables.owned,
  ],
  catalogue: [
    ...systemTables.catalogue,
    ...assetTables.catalogue,
    ...locationTables.catalogue,
    ...workTables.catalogue,
    ...educationTables.catalogue,
  ],
  global: [idempotencyKeys, tenants, ...systemTables.global],
  ledger: [auditLog, ...assetTables.ledger],
  searched: [...workTables.searched],
}

/** References that no foreign key can say. */
export const unkeyed = [...educationUnkeyed, ...workUnkeyed]
