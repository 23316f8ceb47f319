import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, vi } from 'vitest'
import { sessionSettings } from '../src/db/database.ts'

/** How many times as long as usual everything may take. */
const PATIENCE = 6

/**
 * The limits of a request are longer in these tests, which are about other promises: on a machine that is busy, or stands
 * still for seconds, answers would be 503 instead of what is expected. The project `limits` has the limits as they are.
 */
vi.mock('../src/base/deadline.ts', async (original) => {
  const real = await original<typeof import('../src/base/deadline.ts')>()
  class PatientDeadline extends real.Deadline {
    constructor(milliseconds = real.REQUEST_DEADLINE) {
      super(milliseconds * PATIENCE)
    }
  }
  return {
    ...real,
    REQUEST_DEADLINE: real.REQUEST_DEADLINE * PATIENCE,
    SLOT_DEADLINE: real.SLOT_DEADLINE * PATIENCE,
    Deadline: PatientDeadline,
  }
})

// As PostgreSQL shows them, because connections are checked for them.
Object.assign(sessionSettings, {
  statement_timeout: '12s',
  lock_timeout: '9s',
  idle_in_transaction_session_timeout: '30s',
})

const HOUR = 3_600_000
/** Milliseconds before a full hour in which no test begins. */
const EVE = 30_000

/** Days, and hours that are counted, end with a full hour, wherever one is: no test begins in one and ends in the next. */
beforeEach(async () => {
  const left = HOUR - (Date.now() % HOUR)
  if (left < EVE) await wait(left)
})
