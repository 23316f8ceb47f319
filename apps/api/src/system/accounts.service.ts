import type { User, UserCreate, UserUpdate } from '@commonhold/contract'
import {
  isReservedUsername,
  normalizeEmail,
  normalizeUsername,
  RESERVED_USERNAME,
} from '../auth/passwords/identity-names.ts'
import { passwordProblem } from '../auth/passwords/password-policy.ts'
import { type FieldError, invalid } from '../base/problem.ts'
import { isUnauthorized } from '../db/database-errors.ts'
import type { Transaction } from '../db/transaction.ts'
import { type StepsContext, sessionOf, type WriteContext } from '../store/context.ts'
import { whole } from '../store/redact.ts'
import { removeNotice, saveNotice } from './account-notices.repository.ts'
import { createAccount, joinBuiltinGroup, newAccountChanges } from './accounts.repository.ts'
import type { RecordCount } from './attempts.service.ts'
import type { AuthenticationServices } from './authentication.service.ts'
import { queueEmailChange, withPendingEmail } from './email-verification.service.ts'
import { assertMayGrant } from './groups.repository.ts'
import { limitMailsToOthers } from './mail-limits.service.ts'
import { queueNotice, queueVerification } from './mails.service.ts'
import { checkAccount } from './new-account.rules.ts'
import { endSessions } from './sessions.repository.ts'
import { tenantStore } from './tenants.store.ts'
import {
  countForLockout,
  currentPasswordKey,
  refuseWaiting,
  resetAfterSuccess,
} from './throttle.repository.ts'
import { lockChangeable, passwordHashOf, setPasswordHash } from './users.repository.ts'
import { userStore } from './users.store.ts'

type AccountRow = Awaited<ReturnType<typeof userStore.get>>

/** True for a valid token with `users:write` in the selected tenant; any other token is treated like no token. */
export async function mayAddUsers({ transact }: StepsContext): Promise<boolean> {
  try {
    await transact(({ authorized }) => authorized())
    return true
  } catch (error) {
    if (isUnauthorized(error)) return false
    throw error
  }
}

/** Creates an account for another person, in the users group of the selected tenant. */
export async function addUser(
  services: AuthenticationServices,
  body: UserCreate,
  context: StepsContext,
): Promise<User> {
  const account = checkAccount(services, body)
  await context.transact(assertMayAdd)
  const passwordHash = await services.hasher.hash(body.password)
  return context.once(async (write) => {
    const tenantId = await assertMayAdd(write)
    await limitMailsToOthers(services, write, account.email)
    const user = await createAccount(write.tx, {
      ...account,
      passwordHash,
      createdBy: write.actor.userId,
      managedBy: tenantId,
    })
    write.audit(await joinBuiltinGroup(write.tx, tenantId, 'users', user.id))
    await queueVerification(write.tx, services.mail, user.id, account.email)
    const changes = newAccountChanges(user)
    write.audit({ action: 'created', recordType: 'user', recordId: user.id, version: user.version, changes })
    return whole(user)
  })
}

/** The new user gets the permissions of the users group, so the creator must have them, too. */
async function assertMayAdd(context: WriteContext): Promise<string> {
  const tenantId = await context.tenantId()
  const { users_group_id } = await tenantStore.get(context.tx, tenantId)
  await assertMayGrant(context.tx, { groupId: users_group_id })
  return tenantId
}

/**
 * Changes an account. Users must send their current password to change their email address, username or password. Passwords are
 * verified and hashed while no transaction is open.
 */
export function updateAccount(
  services: AuthenticationServices,
  userId: string,
  body: UserUpdate,
  context: StepsContext,
): Promise<AccountRow> {
  return services.attempts.run((recordCount) => tryUpdating(services, userId, body, context, recordCount))
}

async function tryUpdating(
  services: AuthenticationServices,
  userId: string,
  body: UserUpdate,
  context: StepsContext,
  recordCount: RecordCount,
): Promise<AccountRow> {
  const { password, current_password, ...rest } = body
  const names = normalizedNames(rest)
  const isSelf = userId === context.actor.userId
  const signsIn = [password, body.email, body.username].some((name) => name !== undefined)
  if (isSelf || signsIn) sessionOf(context.actor)
  const update = async (write: WriteContext, before: AccountRow, more: object = {}) => {
    const isPendingEmailSent = 'pending_email' in context.readOnlyMembers
    const patch = {
      ...more,
      ...withPendingEmail(services, before, names, { isSelf, isPendingEmailSent }),
    }
    const after = await userStore.update(write, before, patch)
    await queueEmailChange(services, write, before, after)
    return after
  }
  const known = await context.transact(async (write) => {
    const user = await lockChangeable(write, userId)
    if (password === undefined && !signsInOtherwise(user, names)) return { done: await update(write, user) }
    const hash = await passwordHashOf(write.tx, userId)
    assertFreeUsername(names.username, user.username)
    assertGoodPassword(services, password, { ...user, ...names })
    if (isSelf && current_password === undefined)
      throw invalid({ field: 'current_password', code: 'required', message: 'send the current password' })
    const attempt = isSelf ? await countForLockout(write.tx, currentPasswordKey(userId)) : undefined
    if (attempt) services.attempts.assertNoCountToUndo(attempt)
    recordCount(attempt?.counted ?? null)
    return { hash, attempt }
  })
  if (known.done) return known.done
  if (known.attempt) refuseWaiting(known.attempt)
  if (isSelf && !(await services.hasher.verify(known.hash, current_password ?? ''))) {
    recordCount(null)
    throw wrongPassword()
  }
  const passwordHash = password === undefined ? undefined : await services.hasher.hash(password)
  return context.transact(async (write) => {
    const { tx, clock, actor } = write
    const before = await lockChangeable(write, userId)
    if (isSelf) {
      // Another request may have changed the password after it was verified.
      if ((await passwordHashOf(tx, userId)) !== known.hash) throw wrongPassword()
      await resetAfterSuccess(tx, '', currentPasswordKey(userId))
    }
    if (!isSelf) await endSessionsAndNotify(tx, userId, changedIn(before, names, passwordHash))
    if (passwordHash === undefined) return update(write, before)
    await setPasswordHash(tx, userId, passwordHash)
    if (isSelf) {
      await endSessions(tx, userId, 'password_changed', sessionOf(actor))
      await removeNotice(tx, userId)
    }
    // Discard the pending address: somebody who knew the old password may have requested it. The notice mail promises this.
    const changes = { password_changed_at: clock.now().toISOString(), pending_email: null }
    const after = await update(write, before, changes)
    if (!isSelf) await limitMailsToOthers(services, write, after.email)
    await queueNotice(tx, services.mail, 'password_changed', after)
    return after
  })
}

/** True when a change affects the names that the user signs in with. */
const signsInOtherwise = (before: AccountRow, names: ReturnType<typeof normalizedNames>) =>
  changedIn(before, names, undefined).length > 0

const changedIn = (
  before: AccountRow,
  { email, username }: ReturnType<typeof normalizedNames>,
  passwordHash: string | undefined,
) => [
  ...(!email || email === before.email ? [] : ['email' as const]),
  ...(passwordHash === undefined ? [] : ['password' as const]),
  ...(username === undefined || username === before.username ? [] : ['username' as const]),
]

/** Another user changed the sign-in data: every session ends, and the user is notified at the next sign-in. */
async function endSessionsAndNotify(
  tx: Transaction,
  userId: string,
  changed: readonly ('email' | 'password' | 'username')[],
): Promise<void> {
  if (changed.length === 0) return
  await endSessions(tx, userId, 'changed_by_operator', '')
  await saveNotice(tx, userId, [...changed])
}

const wrongPassword = () =>
  invalid({
    field: 'current_password',
    code: 'current_password_incorrect',
    message: 'is not the current password',
  })

function normalizedNames(patch: Omit<UserUpdate, 'password' | 'current_password'>) {
  const fieldErrors: FieldError[] = []
  const email = patch.email === undefined ? undefined : normalizeEmail(patch.email)
  if (email === null)
    fieldErrors.push({ field: 'email', code: 'invalid_format', message: 'must be an email address' })
  const username = typeof patch.username === 'string' ? normalizeUsername(patch.username) : patch.username
  if (username === null && patch.username !== null)
    fieldErrors.push({ field: 'username', code: 'invalid_format', message: 'must be a username' })
  if (fieldErrors.length > 0) throw invalid(...fieldErrors)
  return {
    ...patch,
    ...(email === undefined ? {} : { email }),
    ...(username === undefined ? {} : { username }),
  }
}

/** Rejects a reserved username, unless the account already has it. */
function assertFreeUsername(username: string | null | undefined, before: string | null): void {
  if (username && username !== before && isReservedUsername(username))
    throw invalid({ field: 'username', ...RESERVED_USERNAME })
}

function assertGoodPassword(
  { passwordMinLength }: AuthenticationServices,
  password: string | undefined,
  names: { email?: string | null | undefined; username?: string | null | undefined },
): void {
  if (password === undefined) return
  const weakness = passwordProblem(password, {
    minLength: passwordMinLength,
    ...(names.email ? { email: names.email } : {}),
    ...(names.username ? { username: names.username } : {}),
  })
  if (weakness) throw invalid({ field: 'password', ...weakness })
}
