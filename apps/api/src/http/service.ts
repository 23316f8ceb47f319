import type { Logger } from 'pino'
import type { ReadPools } from '../auth/enter.ts'
import type { Tokens } from '../auth/tokens.ts'
import type { Clock } from '../base/clock.ts'
import { Deadline, SLOT_DEADLINE, within } from '../base/deadline.ts'
import type { Connection } from '../db/connection.ts'
import type { Slot } from '../db/database.ts'
import { transactionHead } from '../db/database.ts'
import { isTransient, isUnavailable } from '../db/database-errors.ts'
import type { Slots } from '../db/slots.ts'
import { Transaction } from '../db/transaction.ts'
import type { RateLimit } from './rate-limit.ts'

/** What the kernel needs to serve requests. */
export interface Service {
  readonly slots: Slots
  readonly pools: ReadPools
  readonly tokens: Tokens
  readonly rateLimit: RateLimit
  readonly clock: Clock
  readonly log: Logger
  /** Proxies in front whose X-Forwarded-For entries are believed. */
  readonly trustProxy: number
  /** Where callers find the service, if not where it listens. */
  readonly publicUrl: string | undefined
  /** True once the service is shutting down. */
  isDraining(): boolean
  /** True once the database is migrated. */
  isPrepared(): boolean
}

const TRIES = 3

type Open<T extends Transaction> = (slot: Slot, head: string) => T

const openPlain: Open<Transaction> = (slot, head) => new Transaction(slot, head)

/**
 * Runs work in one transaction on one slot; commits when it resolves and rolls back when it rejects. Waiting for the
 * slot and all tries together keep the deadline, which is that of the request where there is one. Serialization failures
 * and deadlocks are tried again: nothing has been sent to the caller yet.
 */
export async function transact<T>(
  slots: Slots,
  work: (tx: Transaction) => Promise<T>,
  deadline = new Deadline(),
): Promise<T> {
  return transactWith(slots, deadline, openPlain, work)
}

/** As `transact`, in a transaction of a kind. */
export async function transactWith<X extends Transaction, T>(
  slots: Slots,
  deadline: Deadline,
  open: Open<X>,
  work: (tx: X) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(slots, deadline, open, work)
    } catch (error) {
      if (attempt === TRIES || !isTransient(error)) throw error
    }
  }
}

async function once<X extends Transaction, T>(
  slots: Slots,
  deadline: Deadline,
  open: Open<X>,
  work: (tx: X) => Promise<T>,
): Promise<T> {
  deadline.assertOpen()
  const slot = await acquireFit(slots, deadline)
  let usable = true
  const tx = open(slot, transactionHead(slots.target))
  try {
    return await deadline.limit(
      work(tx).then(async (result) => {
        await tx.commit()
        return result
      }),
    )
  } catch (error) {
    usable = !(tx.isBroken || isUnavailable(error)) && (await isRolledBack(tx))
    throw error
  } finally {
    slots.release(slot, usable)
  }
}

/** A slot whose connection has its role and its limits: that is made sure of before anything else is sent on it. */
async function acquireFit(slots: Slots, deadline: Deadline): Promise<Connection> {
  const slot = await slots.acquire(Math.min(SLOT_DEADLINE, deadline.remaining))
  if (slot.isFit) return slot
  try {
    await deadline.limit(slot.check())
    return slot
  } catch (error) {
    slots.release(slot, false)
    throw error
  }
}

/** A connection that does not even roll back in a second is thrown away. */
function isRolledBack(tx: Transaction): Promise<boolean> {
  return within(1_000, tx.rollback()).then(
    () => true,
    () => false,
  )
}
