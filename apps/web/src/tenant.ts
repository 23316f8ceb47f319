import { ofTab } from './storage.ts'

/** Storage key of the tenant of a tab. Two tabs can work in two tenants. */
export const TENANT_KEY = 'commonhold.tenant'

/** The id of this tab's tenant; null until one is known. It is kept when a session expires, so that the user continues there. */
export const readTenant = (): string | null => ofTab.get(TENANT_KEY)

/** Sets the tenant of this tab, from the next request on. */
export const storeTenant = (id: string) => ofTab.set(TENANT_KEY, id)

/** Removes the tenant of this tab, which then works in the tenant of the session. */
export const forgetTenant = () => ofTab.remove(TENANT_KEY)
