import type { Figure } from '../figure.ts'
import { contract } from './contract.ts'
import { credentials } from './credentials.ts'
import { enumeration } from './enumeration.ts'
import { faults } from './faults.ts'
import { flood } from './flood.ts'
import { guessing } from './guessing.ts'
import { histories } from './histories.ts'
import { hostileBytes } from './hostile-bytes.ts'
import { isolation } from './isolation.ts'
import { kills } from './kills.ts'
import { restarts } from './restarts.ts'
import { revocation } from './revocation.ts'

/** The figures, the most valuable first. */
export const figures: readonly Figure[] = [
  isolation,
  revocation,
  kills,
  faults,
  enumeration,
  flood,
  restarts,
  credentials,
  histories,
  contract,
  guessing,
  hostileBytes,
]
