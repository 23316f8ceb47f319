import type { ApiKey } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import type { Scope } from '../store/page-statements.ts'
import { Store } from '../store/store.ts'
import { memberReferences } from './member-references.repository.ts'
import { apiKeyColumns, serviceAccounts } from './service-accounts.table.ts'

export const serviceAccountStore = new Store({
  table: serviceAccounts,
  record: 'service_account',
  kind: 'owned',
  visibleWith: ['service_accounts:read', 'service_accounts:write'],
  searched: [serviceAccounts.name, serviceAccounts.description],
})

/** API keys without the hashes of their secrets, which must never leave the database. */
const shownApiKeys = pgTable('api_keys', apiKeyColumns())

/** Keys that have not been deleted. */
export const apiKeyStore = new Store({
  table: shownApiKeys,
  record: 'api_key',
  kind: 'owned',
  // The column only contains values that the contract allows.
  computed: { scopes: sql<ApiKey['scopes']>`api_keys.scopes`.as('scopes') },
  readable: sql`api_keys.revoked_at is null`,
  references: { user_id: memberReferences },
})

/** The keys of a user in the selected tenant. */
export const keysOfUser = (userId: string): Scope => ({
  name: 'of user',
  condition: sql`${shownApiKeys.user_id} = ${sql.placeholder('user_id')}`,
  values: { user_id: userId },
})
