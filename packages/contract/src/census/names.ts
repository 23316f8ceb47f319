import { line } from '../kernel/schema.ts'

/** A part of a person's name: one line of 1 to 100 code points, in any script. */
export const namePart = () => line(100)
