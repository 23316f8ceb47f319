import { areas } from './areas.ts'
import { tablesOf } from './store/area.ts'
import { auditLog, counters, idempotencyKeys } from './store/kernel.table.ts'

/**
 * Every table, by who sees its rows. `owned`: the selected tenant. `catalogue`: the selected tenant and, to
 * read, the root tenant. `global`: whoever the grants admit. `ledger`: added to and read, never changed. `searched`: as
 * `owned`, and functions of the owner, which name the tenant themselves, search it whole.
 */
export const tables = {
  owned: [counters, ...tablesOf(areas, 'owned')],
  catalogue: tablesOf(areas, 'catalogue'),
  global: [idempotencyKeys, ...tablesOf(areas, 'global')],
  ledger: [auditLog, ...tablesOf(areas, 'ledger')],
  searched: tablesOf(areas, 'searched'),
}

/** References that no foreign key can say. */
export const unkeyed = areas.flatMap((area) => area.unkeyed ?? [])
