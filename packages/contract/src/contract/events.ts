import { eventGroups } from '../events/index.ts'

export const events = {
  get: eventGroups.events.get,
  head: { get: eventGroups.events.head },
}
