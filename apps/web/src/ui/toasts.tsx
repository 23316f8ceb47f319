import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { NEWS_MS } from '../timeout.ts'

/** A piece of news. */
export interface News {
  readonly text: ReactNode
  readonly tone: 'good' | 'problem'
  readonly undo?: { readonly label: string; readonly run: () => void }
}

type Show = (news: News, timeout?: number) => void

/** Loaded with the first news, or when somebody begins to work. */
export const loadToasts = () => import('./toast-stack.tsx')
const ToastStack = lazy(loadToasts)

const waiting: Parameters<Show>[] = []
let show: Show = (...news) => {
  waiting.push(news)
  for (const listener of listeners) listener()
}
const listeners = new Set<() => void>()

/** Takes over from here: what has waited is shown, and all that comes. */
export function showNewsBy(shown: Show) {
  if (show === shown) return
  show = shown
  for (const news of waiting) show(...news)
}

/** Says what was done for a while, and offers to undo it where that is possible. */
export function toast(text: ReactNode, undo?: News['undo']) {
  show({ text, tone: 'good', ...(undo && { undo }) }, NEWS_MS)
}

/** Says what failed, where no form is open that could; it stays until it is closed. */
export function toastProblem(text: ReactNode) {
  show({ text, tone: 'problem' })
}

/** Where news appear, for the whole application. */
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
