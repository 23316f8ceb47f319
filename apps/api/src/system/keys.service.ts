import { randomBytes } from 'node:crypto'
import type { KeyRing } from '../auth/tokens.ts'
import { newId } from '../base/ids.ts'
import { problem } from '../base/problem.ts'
import type { Transaction } from '../db/transaction.ts'
import { insertKey, lockKeys, setRetired, usableKeys } from './keys.repository.ts'

type Transact = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

/** Minimum time between two reloads of the keys, in milliseconds. */
const RELOAD_INTERVAL = 1_000

/** Keys from the settings: the first signs, all verify. */
export function configuredKeys(configured: readonly { id: string; secret: string }[]): KeyRing {
  const keys = new Map(configured.map(({ id, secret }) => [id, Buffer.from(secret, 'base64url')]))
  const [first] = [...keys]
  if (!first) throw new Error('no keys were configured')
  return {
    signing: async () => ({ id: first[0], secret: first[1] }),
    verifying: async (id) => keys.get(id) ?? refuse(),
    storedId: () => null,
  }
}

/** Keys in the database. An instance reloads them before it signs, and when a token has an unknown key id. */
export function storedKeys(transact: Transact): KeyRing {
  let keys = new Map<string, Uint8Array>()
  let signingId: string | undefined
  let loadedAt = 0
  let loading: Promise<void> | undefined
  const load = () => {
    loading ??= reload().finally(() => {
      loading = undefined
    })
    return loading
  }
  const reload = async () => {
    const requestedAt = Date.now()
    const rows = await transact(usableKeys)
    loadedAt = requestedAt
    keys = new Map(rows.map(({ id, secret }) => [id, Buffer.from(secret, 'base64url')]))
    signingId = (rows.findLast((row) => row.is_settled) ?? rows[0])?.id
  }
  const mayReload = () => loading !== undefined || Date.now() - loadedAt > RELOAD_INTERVAL
  return {
    async signing() {
      if (mayReload()) await load()
      const secret = signingId === undefined ? undefined : keys.get(signingId)
      if (signingId === undefined || !secret) throw new Error('there is no signing key')
      return { id: signingId, secret }
    },
    async verifying(id) {
      if (!keys.has(id) && mayReload()) await load()
      return keys.get(id) ?? refuse()
    },
    storedId: (id) => id,
  }
}

function refuse(): never {
  throw problem('not_authenticated')
}

/** Creates the first key of an installation. When several instances start together, only one of them creates it. */
export async function ensureKey(tx: Transaction): Promise<void> {
  await lockKeys(tx)
  if ((await usableKeys(tx)).length === 0) await addSigningKey(tx)
}

/** Creates a key and returns its id. It verifies immediately, and signs as soon as every instance has loaded it. */
export async function addSigningKey(tx: Transaction): Promise<string> {
  const id = newId()
  await insertKey(tx, id, randomBytes(32).toString('base64url'))
  return id
}

/**
 * Retires a key: tokens that it signed are rejected from then on. The last key cannot be retired, because nobody could sign
 * in.
 */
export async function retireKey(tx: Transaction, id: string): Promise<'retired' | 'unknown' | 'last'> {
  await lockKeys(tx)
  const inUse = await usableKeys(tx)
  if (!inUse.some((key) => key.id === id)) return 'unknown'
  if (inUse.length === 1) return 'last'
  await setRetired(tx, id)
  return 'retired'
}
