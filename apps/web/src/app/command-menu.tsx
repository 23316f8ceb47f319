import { useLingui } from '@lingui/react/macro'
import { lazy, useEffect, useSyncExternalStore } from 'react'
import { isTyping } from '../ui/is-typing.ts'
import { screenActions } from './screen-actions.ts'
import { WithTexts } from './with-texts.tsx'

/** The code is loaded when the command menu or the list of keys is first opened. */
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
  // Starts the import now, in parallel with the request for the texts.
  if (next) load[next]().catch(() => undefined)
  opened = next
  for (const listener of listeners) listener()
}

/** Opens the command menu. */
export const openCommandMenu = () => show('commands')

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

/** The keys that open the command menu, as the user's keyboard labels them. */
export function useShortcutText() {
  const { t } = useLingui()
  return isMac ? '⌘K' : t`Ctrl K`
}

/** What a key opens. In a text field, `/` and `?` are ordinary characters. */
function openedBy({ key, metaKey, ctrlKey, altKey, target }: KeyboardEvent): Opened | undefined {
  if (key.toLowerCase() === 'k' && (metaKey || ctrlKey)) return 'commands'
  if (metaKey || ctrlKey || altKey || isTyping(target)) return undefined
  if (key === '/') return 'commands'
  return key === '?' ? 'keys' : undefined
}

/**
 * The command menu finds records, leads to every screen, and offers the actions of the current screen. ⌘K, Ctrl+K or `/` opens
 * it. A scanner can type a code into it. `?` shows the list of keys. While a dialog is open, these keys do nothing.
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
      // React Aria sends synthetic key events to its list while the user types in the field. They are ignored, because the
      // address on a label contains `/`.
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
