import { useSyncExternalStore } from 'react'
import { shared } from './storage.ts'

/**
 * The only storage key with credentials. Only the access token is stored: nothing here refreshes it, so a stored refresh token
 * would be a risk without a use.
 */
export const SESSION_KEY = 'commonhold.session'

const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

/** The access token of this browser; null if there is none, or if the stored value is not readable. */
export function readToken(): string | null {
  try {
    const stored: unknown = JSON.parse(shared.get(SESSION_KEY) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('access_token' in stored)) return null
    return typeof stored.access_token === 'string' && stored.access_token !== '' ? stored.access_token : null
  } catch {
    return null
  }
}

/** Signs this browser in. */
export function storeToken(accessToken: string) {
  shared.set(SESSION_KEY, JSON.stringify({ access_token: accessToken }))
  notify()
}

/** Signs this browser out, in every tab, and returns the token that was stored. */
export function takeToken(): string | null {
  const token = readToken()
  shared.remove(SESSION_KEY)
  notify()
  return token
}

/** Calls back when another tab signs in or out. Returns a function that unsubscribes. */
export function onOtherTab(callback: () => void): () => void {
  const listener = (event: StorageEvent) => {
    if (shared.isArea(event.storageArea) && (event.key === SESSION_KEY || event.key === null)) callback()
  }
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  const stop = onOtherTab(listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}

/** True if this browser has a token; updated when any tab signs in or out. */
export const useSignedIn = () => useSyncExternalStore(subscribe, () => readToken() !== null)
