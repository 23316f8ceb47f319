import { useEffect, useRef } from 'react'
import { loadChooser } from '../../records/chooser.tsx'
import { isTyping } from '../../ui/is-typing.ts'
import { useFirstInput } from '../../ui/use-first-input.ts'

/** The action of each key. If an action returns false, other handlers get the key event. */
export type Keys = Readonly<Record<string, () => unknown>>

/**
 * Keyboard shortcuts of one key for a whole screen. They are off while the user types, while a dialog or a menu is open, and
 * while a list scrolls to the row that gets the focus.
 */
export function useKeys(keys: Keys) {
  useFirstInput(loadChooser)
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('.veil, [role="dialog"], [role="menu"], [data-moves]')) return
      const run = current.current[event.key]
      if (!run || run() === false) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [])
}
