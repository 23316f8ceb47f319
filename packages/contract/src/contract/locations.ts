import { derivedOperations } from '../derived-operations.ts'
import * as locationArea from '../locations/index.ts'

// The operations on locations, each where its path says (docs/decisions/0002-names-follow-paths.md).

export const locations = {
  ...derivedOperations.locations,
  ...locationArea.locations,
}
