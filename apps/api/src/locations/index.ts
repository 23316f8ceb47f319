import { locationTypeHandlers } from './location-types.handlers.ts'
import { locationHandlers } from './locations.handlers.ts'

/** Places, and their kinds. */
export const locationAreaHandlers = [...locationTypeHandlers, ...locationHandlers]
