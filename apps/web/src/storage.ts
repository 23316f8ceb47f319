import { useSyncExternalStore } from 'react'

/** Texts by key: kept by the browser where it does so, else by this page until it is left. */
export interface TextStore {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  keys(): string[]
  /** Whether a `storage` event is about this store. */
  isArea(area: Storage | null): boolean
}

const listeners = new Set<() => void>()
let failed = false

function reportFailure() {
  failed = true
  for (const listener of listeners) listener()
}

/** Reading the store may throw (blocked by the browser), as may writing to it (full): both fall back to memory. */
function textStore(area: () => Storage): TextStore {
  /** What the browser could not store; null = what it could not remove. */
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

/** What all tabs of the browser share, between visits. */
export const shared = textStore(() => localStorage)

/** What this tab has alone, until it is closed. */
export const ofTab = textStore(() => sessionStorage)

const PROBE = 'commonhold.probe'

/** Finds out whether the browser keeps anything, before something depends on it. */
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

/** Whether the browser refused to keep something. */
export const useStorageFailed = () => useSyncExternalStore(subscribe, () => failed)
