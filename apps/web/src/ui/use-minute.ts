import { useSyncExternalStore } from 'react'

const MINUTE = 60_000

const listeners = new Set<() => void>()
let minutes = 0
let timer: ReturnType<typeof setInterval> | undefined

function tick() {
  minutes += 1
  for (const listener of listeners) listener()
}

/** A page in the background may have missed some. */
const catchUp = () => document.visibilityState === 'visible' && tick()

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (timer === undefined) {
    timer = setInterval(tick, MINUTE)
    document.addEventListener('visibilitychange', catchUp)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
    document.removeEventListener('visibilitychange', catchUp)
  }
}

/** Draws its component anew once a minute; all that use it share one timer. */
export const useMinute = () => useSyncExternalStore(subscribe, () => minutes)
