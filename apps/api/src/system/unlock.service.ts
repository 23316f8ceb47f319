import { normalizeEmail, normalizeUsername } from '../auth/passwords/identity-names.ts'
import type { Transaction } from '../db/transaction.ts'
import { changesBetween, originWithoutRequest, writeAudit } from '../store/audit.ts'
import { findAccount, lockAccount, setPassword } from './accounts.repository.ts'
import { endSessions } from './sessions.repository.ts'
import { resetFailures } from './throttle.repository.ts'

/**
 * Unlocks an account that wrong passwords have locked; `name` is its email address or username. The counts of known sources are
 * separate and do not change. False if there is no such account.
 */
export async function unlockAccount(tx: Transaction, name: string): Promise<boolean> {
  const account = await accountCalled(tx, name)
  if (!account) return false
  if (await resetFailures(tx, account.id))
    await writeAudit(tx, originWithoutRequest('accounts unlock'), [
      { action: 'unlocked', recordType: 'user', recordId: account.id },
    ])
  return true
}

/**
 * Gives an account another password, unlocks it and ends its sessions; `name` is its email address or username. False if there is
 * no such account.
 */
export async function renewPassword(tx: Transaction, name: string, passwordHash: string): Promise<boolean> {
  const account = await accountCalled(tx, name)
  const before = account && (await lockAccount(tx, account.id))
  if (!before) return false
  const after = await setPassword(tx, before.id, passwordHash)
  await endSessions(tx, before.id, 'password_reset')
  await resetFailures(tx, before.id)
  const changes = changesBetween(['password_changed_at'], before, after)
  await writeAudit(tx, originWithoutRequest('accounts new-password'), [
    {
      action: 'updated',
      recordType: 'user',
      recordId: before.id,
      version: after.version,
      reason: 'password_reset',
      changes,
    },
  ])
  return true
}

function accountCalled(tx: Transaction, name: string) {
  const normalized = name.includes('@') ? normalizeEmail(name) : normalizeUsername(name)
  return findAccount(tx, normalized ?? '', '')
}
