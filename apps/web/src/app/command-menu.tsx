import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'

/** Loaded when it is opened for the first time. */
const Commands = lazy(() => import('./commands.tsx'))

const listeners = new Set<() => void>()
let isOpen = false

function setOpen(open: boolean) {
  isOpen = open
  for (const listener of listeners) listener()
}

/** Opens the command menu. */
export const openCommandMenu = () => setOpen(true)

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

/** The keys that open it. */
export const shortcutText = isMac ? '⌘K' : 'Ctrl K'

/** Finds records, and leads to every screen: ⌘K or Ctrl+K, or `/`. What a scanner types lands here, too. */
export function CommandMenu() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOpen,
  )
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A list that is typed into passes keys on by events of its own: `/` is a part of the address on a label.
      if (!event.isTrusted) return
      const inText =
        event.target instanceof HTMLElement &&
        event.target.matches('input, textarea, select, [contenteditable]')
      const isShortcut = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)
      if (!isShortcut && (event.key !== '/' || inText)) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    shown && (
      <Suspense fallback={null}>
        <Commands onDone={() => setOpen(false)} />
      </Suspense>
    )
  )
}
