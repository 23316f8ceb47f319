import { useEffect, useRef } from 'react'
import { loadChooser } from '../../records/chooser.tsx'
import { isTyping } from '../../ui/is-typing.ts'
import { useFirstInput } from '../../ui/use-first-input.ts'

/** What a key does; false = it is left to others. */
export type Keys = Readonly<Record<string, () => unknown>>

/**
 * Single keys for a whole screen: they rest while one types, while a dialog or a menu is open, and while a list scrolls to the
 * row that gets the focus.
 */
export function useKeys(keys: Keys) {
  useFirstInput(loadChooser)
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('[role="dialog"], [role="menu"], [data-moves]')) return
      const run = current.current[event.key]
      if (!run || run() === false) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [])
}
