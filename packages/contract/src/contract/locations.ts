import * as locationArea from '../locations/index.ts'
import { recordOperations } from '../record-operations.ts'

// The operations on locations, each where its path says (docs/decisions/0002-names-follow-paths.md).

export const locations = {
  ...recordOperations.locations,
  ...locationArea.locations,
}
