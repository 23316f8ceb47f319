import * as locationArea from '../locations/index.ts'
import { locationsBulk, locationsHistory, locationsSummary, locationsUpsert } from '../locations/locations.ts'

// The operations on locations, each where its path says (docs/decisions/0002-names-follow-paths.md).

export const locations = {
  bulk: locationsBulk,
  upsert: locationsUpsert,
  summary: { list: locationsSummary },
  ...locationArea.locations,
  history: { list: locationsHistory },
}
