import { configurationItemHandlers } from './configuration-items.handlers.ts'
import { relationshipHandlers } from './relationships.handlers.ts'

/** What is run, and what fails with what. */
export const configurationAreaHandlers = [...configurationItemHandlers, ...relationshipHandlers]
