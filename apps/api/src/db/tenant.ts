import { sql } from 'drizzle-orm'
import { ROOT_TENANT_ID } from './tenancy.ts'

/** The tenant of a statement when none is selected: no tenant has this id. */
export const NO_TENANT = 'none'

/**
 * The tenant of the request, in a statement. It is always the first parameter, however often the statement uses it; `fill` sets
 * its value.
 */
export const tenantId = sql.raw('$1::text')

/** The tenant of the request and the root tenant, whose catalogue records all tenants read: the operand of `in`. */
export const tenantAndRoot = sql`(${tenantId}, ${sql.raw(`'${ROOT_TENANT_ID}'`)})`

/** The parameter that stands for the tenant in the parameters of a statement. */
export const tenantParameter = sql.placeholder('the tenant')

/** The value of that parameter. */
export const tenantValue = (id: string): Record<string, string> => ({ [tenantParameter.name]: id })
