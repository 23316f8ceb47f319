import { normalizeEmail, normalizeUsername } from '../auth/passwords/identity-names.ts'
import { newId } from '../base/ids.ts'
import type { Transaction } from '../db/transaction.ts'
import { writeAudit } from '../store/audit.ts'
import { findAccount } from './accounts.repository.ts'
import { openAccount } from './throttle.repository.ts'

/**
 * Unlocks an account that wrong passwords have locked; `name` is its email address or username. The counts of known sources are
 * separate and do not change. False if there is no such account.
 */
export async function unlockAccount(tx: Transaction, name: string): Promise<boolean> {
  const normalized = name.includes('@') ? normalizeEmail(name) : normalizeUsername(name)
  const account = await findAccount(tx, normalized ?? '', '')
  if (!account) return false
  if (await openAccount(tx, account.id)) await recordUnlock(tx, account.id)
  return true
}

function recordUnlock(tx: Transaction, recordId: string): Promise<unknown> {
  const origin = {
    operation: 'accounts unlock',
    requestId: newId(),
    source: null,
    actorId: null,
    sessionId: null,
  }
  return writeAudit(tx, origin, [{ action: 'unlocked', recordType: 'user', recordId }])
}
