import { useSyncExternalStore } from 'react'

const MINUTE = 60_000

const listeners = new Set<() => void>()
let minutes = 0
let timer: ReturnType<typeof setInterval> | undefined

function tick() {
  minutes += 1
  for (const listener of listeners) listener()
}

/** The timer may have been paused while the page was in the background. */
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

/** Renders its component again once a minute. All components share one timer. */
export const useMinute = () => useSyncExternalStore(subscribe, () => minutes)
