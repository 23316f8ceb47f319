import { monotonicFactory } from 'ulidx'

/** A new ULID; ids made one after the other in a process sort in that order. */
export const newId: () => string = monotonicFactory()
