import { useLingui } from '@lingui/react/macro'
import { lazy, useEffect, useSyncExternalStore } from 'react'
import { isTyping } from '../ui/is-typing.ts'
import { screenActions } from './screen-actions.ts'
import { WithTexts } from './with-texts.tsx'

/** Loaded when one of them is opened for the first time. */
const load = {
  commands: () => import('../commands/commands.tsx'),
  keys: () => import('../commands/keys-dialog.tsx'),
}
const Commands = lazy(load.commands)
const KeysDialog = lazy(load.keys)

type Opened = keyof typeof load

const listeners = new Set<() => void>()
let opened: Opened | undefined

function show(next: Opened | undefined) {
  // Its texts are loaded at the same time.
  if (next) load[next]().catch(() => undefined)
  opened = next
  for (const listener of listeners) listener()
}

/** Opens the command menu. */
export const openCommandMenu = () => show('commands')

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

/** The keys that open it, as the keyboard has them. */
export function useShortcutText() {
  const { t } = useLingui()
  return isMac ? '⌘K' : t`Ctrl K`
}

/** What a key opens. In a text, `/` and `?` are characters. */
function openedBy({ key, metaKey, ctrlKey, altKey, target }: KeyboardEvent): Opened | undefined {
  if (key.toLowerCase() === 'k' && (metaKey || ctrlKey)) return 'commands'
  if (metaKey || ctrlKey || altKey || isTyping(target)) return undefined
  if (key === '/') return 'commands'
  return key === '?' ? 'keys' : undefined
}

/**
 * The command menu finds records, leads to every screen, and does what can be done on the one that is shown: ⌘K or Ctrl+K, or
 * `/`. What a scanner types lands here, too. `?` shows the keys. While a dialog is open, they do nothing.
 */
export function CommandMenu() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => opened,
  )
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A list that is typed into passes keys on by events of its own: `/` is a part of the address on a label.
      if (!event.isTrusted) return
      const next = openedBy(event)
      if (!next) return
      event.preventDefault()
      if (!document.querySelector('[role="dialog"]')) show(next)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  if (!shown) return null
  const close = () => show(undefined)
  return (
    <WithTexts of="commands">
      {shown === 'commands' ? (
        <Commands actionsNow={screenActions} onDone={close} />
      ) : (
        <KeysDialog onDone={close} />
      )}
    </WithTexts>
  )
}
