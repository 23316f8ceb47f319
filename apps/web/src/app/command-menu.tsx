import { useLingui } from '@lingui/react/macro'
import { lazy, useEffect, useSyncExternalStore } from 'react'
import { isTyping } from '../ui/is-typing.ts'
import { useFirstInput } from '../ui/use-first-input.ts'
import { screenActions } from './screen-actions.ts'
import { WithTexts } from './with-texts.tsx'

const load = {
  commands: () => import('../commands/commands.tsx'),
  keys: () => import('../commands/keys-dialog.tsx'),
}
const Commands = lazy(load.commands)
const KeysDialog = lazy(load.keys)

type Opened = keyof typeof load

const listeners = new Set<() => void>()
let opened: Opened | undefined
/** What the user has typed since the command menu was opened, until its field has the focus. */
let typed = ''

function show(next: Opened | undefined, text = '') {
  // Starts the import now, in parallel with the request for the texts.
  if (next) load[next]().catch(() => undefined)
  opened = next
  typed = text
  for (const listener of listeners) listener()
}

function useShown<T>(read: () => T): T {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, read)
}

const hasDialog = () => document.querySelector('[role="dialog"]') !== null

/** Takes a key that is pressed while the code of the menu is loading, so that no screen takes it for a shortcut. */
function typeEarly(event: KeyboardEvent) {
  const { key, metaKey, ctrlKey } = event
  if (metaKey || ctrlKey) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (key === 'Escape') show(undefined)
  else if (key === 'Backspace') show(opened, typed.slice(0, -1))
  else if (key.length === 1) show(opened, typed + key)
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
  const shown = useShown(() => opened)
  useFirstInput(load.commands)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // React Aria sends synthetic key events to its list while the user types in the field. They are ignored, because the
      // address on a label contains `/`.
      if (!event.isTrusted) return
      const next = openedBy(event)
      if (!next) return
      event.preventDefault()
      if (!hasDialog()) show(next)
    }
    const onEarlyKey = (event: KeyboardEvent) => {
      if (opened && !hasDialog()) typeEarly(event)
    }
    window.addEventListener('keydown', onKey)
    window.addEventListener('keydown', onEarlyKey, true)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('keydown', onEarlyKey, true)
    }
  }, [])
  if (!shown) return null
  const close = () => show(undefined)
  return (
    <WithTexts of="commands" fallback={<Opening />}>
      {shown === 'commands' ? (
        <Commands actionsNow={screenActions} typedEarly={() => typed} onDone={close} />
      ) : (
        <KeysDialog onDone={close} />
      )}
    </WithTexts>
  )
}

/** Stands for the menu while its code is loading. */
function Opening() {
  const text = useShown(() => typed)
  return (
    <div className="veil">
      <div className="command-menu">
        <p className="command-field">{text}</p>
      </div>
    </div>
  )
}
