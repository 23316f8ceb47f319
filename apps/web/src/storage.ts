import { useSyncExternalStore } from 'react'

/** Stores texts by key: in the browser if it allows that, otherwise in memory until the page is left. */
export interface TextStore {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  keys(): string[]
  /** True if a `storage` event is about this store. */
  isArea(area: Storage | null): boolean
}

const listeners = new Set<() => void>()
let failed = false

function reportFailure() {
  failed = true
  for (const listener of listeners) listener()
}

/** Access to the store may throw, because the browser blocks it or it is full. Both fall back to memory. */
function textStore(area: () => Storage): TextStore {
  /** The texts that the browser could not store; null for a key that it could not remove. */
  const memory = new Map<string, string | null>()
  const attempt = <T>(work: (storage: Storage) => T, otherwise: () => T): T => {
    try {
      return work(area())
    } catch {
      return otherwise()
    }
  }
  const remove = (key: string) => {
    memory.delete(key)
    attempt(
      (storage) => storage.removeItem(key),
      () => {
        memory.set(key, null)
      },
    )
  }
  return {
    get: (key) =>
      memory.has(key)
        ? (memory.get(key) ?? null)
        : attempt(
            (storage) => storage.getItem(key),
            () => null,
          ),
    set: (key, value) =>
      attempt(
        (storage) => {
          storage.setItem(key, value)
          memory.delete(key)
        },
        () => {
          // The former value must not come back with the next visit.
          remove(key)
          memory.set(key, value)
          reportFailure()
        },
      ),
    remove,
    keys: () => {
      const stored = attempt(
        (storage) => Object.keys(storage),
        () => [],
      )
      return [...new Set([...stored, ...memory.keys()])].filter((key) => memory.get(key) !== null)
    },
    isArea: (other) =>
      attempt(
        (storage) => other === storage,
        () => false,
      ),
  }
}

/** The texts that all tabs of the browser share, between visits. */
export const shared = textStore(() => localStorage)

/** The texts of this tab alone, until it is closed. */
export const ofTab = textStore(() => sessionStorage)

const PROBE = 'commonhold.probe'

/** Checks at the start whether the browser stores anything, so that the page can show a notice before it matters. */
export function probeStorage() {
  for (const store of [shared, ofTab]) {
    store.set(PROBE, PROBE)
    store.remove(PROBE)
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** True if the browser refused to store something. */
export const useStorageFailed = () => useSyncExternalStore(subscribe, () => failed)
