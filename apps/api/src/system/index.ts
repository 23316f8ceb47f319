import { tenants } from '../db/tenants.table.ts'
import { type Area, resource } from '../store/area.ts'
import { accountNotices } from './account-notices.table.ts'
import { apiKeyHandlers, myApiKeyHandlers, serviceAccountKeyHandlers } from './api-keys.handlers.ts'
import { authHandlers } from './auth.handlers.ts'
import type { AuthenticationServices } from './authentication.service.ts'
import { groupGrants, groupMembers, userTenants } from './grants.table.ts'
import { groupHandlers } from './groups.handlers.ts'
import { groupStore } from './groups.store.ts'
import { invitationHandlers } from './invitations.handlers.ts'
import { invitationStore } from './invitations.store.ts'
import { storeLogWriters } from './log-writers.repository.ts'
import { logWriters } from './log-writers.table.ts'
import { mailOutbox } from './mail-outbox.table.ts'
import { mailTokens } from './mail-tokens.table.ts'
import { meHandlers } from './me.handlers.ts'
import { userBriefs } from './member-references.repository.ts'
import { memberHandlers } from './members.handlers.ts'
import { membershipHandlers } from './memberships.handlers.ts'
import { membershipStore } from './memberships.store.ts'
import { preferences } from './preferences.table.ts'
import { projectStore } from './projects.store.ts'
import { projects } from './projects.table.ts'
import { seedSystem } from './seeds.ts'
import { serviceAccountHandlers } from './service-accounts.handlers.ts'
import { serviceAccountStore } from './service-accounts.store.ts'
import { apiKeys } from './service-accounts.table.ts'
import { attempts, knownSources, sessions, signingKeys, usedRefreshTokens } from './sessions.table.ts'
import { tenantGroupHandlers, tenantHandlers } from './tenants.handlers.ts'
import { userHandlers } from './users.handlers.ts'
import { users } from './users.table.ts'

/** The services that the handlers of accounts and sessions need. */
export interface SystemServices {
  readonly authentication: AuthenticationServices
}

/** Accounts, sessions, projects and permissions. */
export const systemArea: Area<SystemServices> = {
  functions: new URL('./functions.sql', import.meta.url),
  resources: [
    resource({ store: groupStore, handlers: groupHandlers }),
    resource({ store: membershipStore, handlers: membershipHandlers }),
    resource<SystemServices>({
      store: invitationStore,
      handlers: ({ authentication }) => invitationHandlers(authentication),
    }),
    resource({ store: serviceAccountStore, handlers: serviceAccountHandlers }),
  ],
  handlers: [
    ({ authentication }) => authHandlers(authentication),
    ({ authentication }) => tenantHandlers(authentication),
    tenantGroupHandlers,
    memberHandlers,
    serviceAccountKeyHandlers,
    myApiKeyHandlers,
    apiKeyHandlers,
    ({ authentication }) => userHandlers(authentication),
    ({ authentication }) => meHandlers(authentication),
  ],
  tables: {
    owned: [logWriters],
    catalogue: [projects],
    searched: [apiKeys],
    global: [
      tenants,
      accountNotices,
      attempts,
      groupGrants,
      groupMembers,
      knownSources,
      mailOutbox,
      mailTokens,
      preferences,
      sessions,
      signingKeys,
      usedRefreshTokens,
      users,
      userTenants,
    ],
  },
  briefs: [userBriefs, projectStore],
  storeFromLog: storeLogWriters,
  seed: seedSystem,
}
