import { getTableColumns, sql } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import { tenantId } from '../db/tenant.ts'
import type { Scope } from '../store/page-statements.ts'
import { Store } from '../store/store.ts'
import { userColumns } from './users.table.ts'

/** Users without the columns that must never leave the database. */
export const shownUsers = pgTable('users', userColumns())

const shownOfUser = {
  person_id: sql<string | null>`commonhold_person_in(${tenantId}, users.id)`.as('person_id'),
}

/** The columns of a user that responses may contain, and computed members. */
export const shownMembers = { ...getTableColumns(shownUsers), ...shownOfUser }

const names = [shownUsers.display_name, shownUsers.first_name, shownUsers.last_name]
const spec = { table: shownUsers, record: 'user', kind: 'global', computed: shownOfUser } as const

export const userStore = new Store({ ...spec, searched: [shownUsers.email, shownUsers.username, ...names] })

/** Users for callers who may not read accounts: `q` searches names only. */
export const userNameStore = new Store({ ...spec, searched: names })

/** The users of the selected tenant. */
export const usersOfTenant: Scope = {
  name: 'of tenant',
  condition: sql`${shownUsers.id} in (select t.user_id from user_tenants t
    where t.tenant_id = ${tenantId} and t.is_member)`,
  values: {},
}

/** All users, for operators. */
export const allUsers: Scope = { name: 'all', condition: sql`true`, values: {} }
