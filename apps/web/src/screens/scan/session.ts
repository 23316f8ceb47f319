import type { Asset } from '@commonhold/contract'
import { useMemo, useSyncExternalStore } from 'react'
import { readToken } from '../../session.ts'
import { ofTab } from '../../storage.ts'

/** A line of the list of scans. `Subject` is what the button of the line acts on; it can be stored as JSON. */
export interface Line<Subject> {
  readonly id: number
  readonly tone: 'good' | 'caution' | 'problem'
  readonly text: string
  /** The asset that was scanned. */
  readonly asset?: Pick<Asset, 'id' | 'asset_tag'> | undefined
  /** The repair that was opened. */
  readonly repair_id?: string | undefined
  readonly subject?: Subject | undefined
}

/** What a scan screen stores. `State` is what the next scan depends on, such as the chosen person. */
interface Stored<State, Subject> {
  /** The latest first. */
  readonly lines: readonly Line<Subject>[]
  /** The scanned texts without an answer. */
  readonly waiting: readonly string[]
  readonly state?: State | undefined
}

/** The session of a scan screen. Tab storage has it, so that it continues after a reload or a visit of another screen. */
export interface Session<State, Subject> {
  /** The session as it is shown. */
  readonly shown: Stored<State, Subject>
  /** The session as it is now, for work that has waited. */
  readonly read: () => Stored<State, Subject>
  readonly change: (members: Partial<Stored<State, Subject>>) => void
  readonly clear: () => void
  /** Does the work after all work of this session that was begun before. */
  readonly inTurn: (work: () => Promise<void>) => void
  /** True if no work was started since the page was loaded: a reload has lost what is still in `waiting`. */
  readonly isNew: () => boolean
}

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
const notify = () => {
  for (const listener of listeners) listener()
}

/** The last work of each session. Work that was begun continues when the user visits another screen. */
const turns = new Map<string, Promise<void>>()

// A browser that leaves the document cancels its requests. Their errors say nothing about what the service has done.
let isLeft = false
window.addEventListener('pagehide', () => {
  isLeft = true
})
window.addEventListener('pageshow', () => {
  isLeft = false
})

/** Only `change` below writes this text, so it has the types of the session. */
const parse = <State, Subject>(text: string | null): Stored<State, Subject> =>
  text === null ? { lines: [], waiting: [] } : JSON.parse(text)

/** Returns the session that is stored under a key. */
export function useSession<State, Subject>(key: string): Session<State, Subject> {
  const stored = () => ofTab.get(key)
  const text = useSyncExternalStore(subscribe, stored)
  const shown = useMemo(() => parse<State, Subject>(text), [text])
  const read = () => parse<State, Subject>(stored())
  return {
    shown,
    read,
    change(members) {
      // A sign-out deletes the session. Work that was begun before must not store it again.
      const isSignedOut = readToken() === null && stored() === null
      if (isLeft || isSignedOut) return
      ofTab.set(key, JSON.stringify({ ...read(), ...members }))
      notify()
    },
    clear() {
      ofTab.remove(key)
      notify()
    },
    inTurn(work) {
      turns.set(key, (turns.get(key) ?? Promise.resolve()).then(work))
    },
    isNew: () => !turns.has(key),
  }
}
