import { assetModels } from './assets/asset-models.table.ts'
import { assets } from './assets/assets.table.ts'
import { auditLog, counters, idempotencyKeys } from './kernel/kernel.table.ts'
import { tenants } from './kernel/tenants.table.ts'
import { effectivePermissions, groups, memberships } from './system/groups.table.ts'
import { attempts, knownSources, sessions, signingKeys, usedRefreshTokens } from './system/sessions.table.ts'
import { users } from './system/users.table.ts'
import { projects } from './work/projects.table.ts'

/**
 * Every table, by who sees its rows. `owned`: the selected tenant. `catalogue`: the selected tenant and, to
 * read, the root tenant. `global`: whoever the grants admit. `ledger`: added to and read, never changed.
 */
export const tables = {
  owned: [assets, counters, groups, memberships],
  catalogue: [assetModels, projects],
  global: [
    attempts,
    effectivePermissions,
    idempotencyKeys,
    knownSources,
    sessions,
    signingKeys,
    tenants,
    usedRefreshTokens,
    users,
  ],
  ledger: [auditLog],
}
