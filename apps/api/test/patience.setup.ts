import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, vi } from 'vitest'
import { sessionSettings } from '../src/db/database.ts'

/** The factor by which all time limits are longer. */
const PATIENCE = 6

/**
 * Lengthens the time limits of requests for tests that are not about limits: on a busy machine, or one that pauses for
 * seconds, answers would be 503 instead of what is expected. The project `limits` runs with the real limits.
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
    CONNECTION_DEADLINE: real.CONNECTION_DEADLINE * PATIENCE,
    Deadline: PatientDeadline,
  }
})

// Written as PostgreSQL shows them: each new connection is compared with these values.
Object.assign(sessionSettings, {
  statement_timeout: '12s',
  lock_timeout: '9s',
  idle_in_transaction_session_timeout: '30s',
})

const HOUR = 3_600_000
/** Milliseconds before a full hour in which no test starts. */
const EVE = 30_000

/** Waits if the next full hour is near: days and counted hours end at a full hour, and a test that spans it could fail. */
beforeEach(async () => {
  const left = HOUR - (Date.now() % HOUR)
  if (left < EVE) await wait(left)
})
