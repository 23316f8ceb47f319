import { accountNotices } from './account-notices.table.ts'
import { groupGrants, groupMembers, userTenants } from './grants.table.ts'
import { groups, memberships } from './groups.table.ts'
import { preferences } from './preferences.table.ts'
import { projects } from './projects.table.ts'
import { attempts, knownSources, sessions, signingKeys, usedRefreshTokens } from './sessions.table.ts'
import { users } from './users.table.ts'

export const systemTables = {
  owned: [groups, memberships],
  catalogue: [projects],
  global: [
    accountNotices,
    attempts,
    groupGrants,
    groupMembers,
    knownSources,
    preferences,
    sessions,
    signingKeys,
    usedRefreshTokens,
    users,
    userTenants,
  ],
}
