import { ofTab } from './storage.ts'

/** Where a tab keeps the tenant that it works in, so that two tabs can work in two tenants. */
export const TENANT_KEY = 'commonhold.tenant'

/** The tenant of this tab; null until one is known. It outlives an expired session, so that work goes on where it was. */
export const readTenant = (): string | null => ofTab.get(TENANT_KEY)

/** Makes this tab work in the tenant from the next request on. */
export const storeTenant = (id: string) => ofTab.set(TENANT_KEY, id)

/** Leaves the choice of the tenant to the session again. */
export const forgetTenant = () => ofTab.remove(TENANT_KEY)
