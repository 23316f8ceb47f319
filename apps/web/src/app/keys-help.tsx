import { lazy, Suspense, useEffect, useState } from 'react'

/** Loaded when it is opened for the first time. */
const KeysDialog = lazy(() => import('./keys-dialog.tsx'))

/** Shows the keys of the screen: `?`, also in a field that asks for it while nothing is in it, as that of a scanner. */
export function KeysHelp() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.metaKey || event.ctrlKey || event.altKey || !event.isTrusted) return
      if (isText(event.target) || document.querySelector('[role="dialog"], [role="menu"]')) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    isOpen && (
      <Suspense fallback={null}>
        <KeysDialog onClose={() => setOpen(false)} />
      </Suspense>
    )
  )
}

/** Whether a `?` is typed as a part of a text. */
const isText = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]') &&
  !(target instanceof HTMLInputElement && target.value === '' && 'keys' in target.dataset)
