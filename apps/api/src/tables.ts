import { areas } from './areas.ts'
import type { Schema } from './db/migrate.ts'
import { tablesOf } from './store/area.ts'
import { auditLog, counters, idempotencyKeys } from './store/audit-and-idempotency.table.ts'
import { externalIds } from './store/external-ids.table.ts'

/**
 * Every table, by who sees its rows. `owned`: the selected tenant. `catalogue`: the selected tenant and, for reading, the root
 * tenant. `global`: the roles with grants. `ledger`: rows are added and read, never changed. `searched`: like `owned`, but
 * functions of the owner search the whole table; they compare the tenant themselves.
 */
export const tables = {
  owned: [counters, externalIds, ...tablesOf(areas, 'owned')],
  catalogue: tablesOf(areas, 'catalogue'),
  global: [idempotencyKeys, ...tablesOf(areas, 'global')],
  ledger: [auditLog, ...tablesOf(areas, 'ledger')],
  searched: tablesOf(areas, 'searched'),
}

/** References that cannot be foreign keys. */
export const unkeyed = areas.flatMap((area) => area.unkeyed ?? [])

/** What migration creates from the code: policies and grants by kind of table, SQL functions, and partitions by month. */
export const schema: Schema = {
  kinds: tables,
  functions: areas.flatMap((area) => area.functions ?? []),
  monthly: [auditLog],
}
