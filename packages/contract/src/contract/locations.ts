import * as locationArea from '../locations/index.ts'
import { locationsBulk, locationsHistory, locationsSummary, locationsUpsert } from '../locations/locations.ts'

// Operations on locations; their names follow from their paths (docs/decisions/0002-names-follow-paths.md).

export const locations = {
  bulk: locationsBulk,
  upsert: locationsUpsert,
  summary: { list: locationsSummary },
  ...locationArea.locations,
  history: { list: locationsHistory },
}
