import { contactHandlers } from './contacts.handlers.ts'
import { nameHandlers } from './identities.handlers.ts'
import { personHandlers } from './persons.handlers.ts'

/** Whom the tenant has to do with. */
export const censusHandlers = [...personHandlers, ...nameHandlers, ...contactHandlers]
