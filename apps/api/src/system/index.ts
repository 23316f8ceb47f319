import { authHandlers } from './auth.handlers.ts'
import type { AuthenticationServices } from './authentication.ts'
import { groupHandlers } from './groups.handlers.ts'
import { meHandlers } from './me.handlers.ts'
import { membershipHandlers } from './memberships.handlers.ts'
import { tenantGroupHandlers, tenantHandlers } from './tenants.handlers.ts'
import { userHandlers } from './users.handlers.ts'

/** Accounts, sessions and who may do what. */
export const systemHandlers = (authentication: AuthenticationServices) => [
  ...authHandlers(authentication),
  ...tenantHandlers(authentication),
  ...tenantGroupHandlers,
  ...groupHandlers,
  ...membershipHandlers,
  ...userHandlers(authentication),
  ...meHandlers(authentication),
]
