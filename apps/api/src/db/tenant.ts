import { sql } from 'drizzle-orm'
import { ROOT_TENANT_ID } from './tenancy.ts'

/** The tenant of a statement when none is selected: no tenant has this id. */
export const NO_TENANT = 'none'

/**
 * The tenant of the request, in a statement. It is always the first parameter, however often the statement names it;
 * whoever sends the statement fills it (`fill`).
 */
export const tenantId = sql.raw('$1::text')

/** The tenant of the request and the root tenant, whose catalogue records all tenants read: the operand of `in`. */
export const tenantAndRoot = sql`(${tenantId}, ${sql.raw(`'${ROOT_TENANT_ID}'`)})`

/** The parameter of a statement that names the tenant. */
export const tenantParameter = sql.placeholder('the tenant')

/** The value of that parameter. */
export const tenantValue = (id: string): Record<string, string> => ({ [tenantParameter.name]: id })
