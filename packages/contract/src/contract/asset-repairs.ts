import { assetRepairs as operations } from '../assets/asset-repair-operations.ts'
import { derivedOperations } from '../derived-operations.ts'

// The operations on repairs, each where its path says (docs/decisions/0002-names-follow-paths.md).

export const assetRepairs = {
  ...derivedOperations.assetRepairs,
  ...operations,
}
