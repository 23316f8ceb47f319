import { authHandlers } from './auth.handlers.ts'
import type { AuthenticationServices } from './authentication.ts'
import { meHandlers } from './me.handlers.ts'
import { userHandlers } from './users.handlers.ts'

/** Accounts, sessions and who may do what. */
export const systemHandlers = (authentication: AuthenticationServices) => [
  ...authHandlers(authentication),
  ...userHandlers(authentication),
  ...meHandlers(authentication),
]
