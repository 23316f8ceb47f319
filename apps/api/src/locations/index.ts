import { locationTypeHandlers } from './location-types.handlers.ts'

/** Places, and their kinds. */
export const locationAreaHandlers = [...locationTypeHandlers]
