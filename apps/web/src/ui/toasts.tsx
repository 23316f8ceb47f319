import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { NEWS_MS } from '../timeout.ts'

/** A message about something that was done, or has failed. */
export interface News {
  readonly text: ReactNode
  readonly tone: 'good' | 'problem'
  readonly action?: { readonly label: string; readonly run: () => void }
}

type Show = (news: News, timeout?: number) => void

/** Loads the messages: with the first one, or with the user's first input. */
export const loadToasts = () => import('./toast-stack.tsx')
const ToastStack = lazy(loadToasts)

const waiting: Parameters<Show>[] = []
let show: Show = (...news) => {
  waiting.push(news)
  for (const listener of listeners) listener()
}
const listeners = new Set<() => void>()

/** Registers the function that shows messages, and shows those that have waited for it. */
export function showNewsBy(shown: Show) {
  if (show === shown) return
  show = shown
  for (const news of waiting) show(...news)
}

/** Shows what was done for `NEWS_MS`, with a button if `action` is given. */
export function toast(text: ReactNode, action?: News['action']) {
  show({ text, tone: 'good', ...(action && { action }) }, NEWS_MS)
}

/** Shows an error that no open form can show. It stays until the user closes it. */
export function toastProblem(text: ReactNode) {
  show({ text, tone: 'problem' })
}

/** The place in which messages appear, for the whole application. */
export function Toasts() {
  const isWanted = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting.length > 0,
  )
  return (
    isWanted && (
      <Suspense fallback={null}>
        <ToastStack />
      </Suspense>
    )
  )
}
