import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** A message while the browser is offline. Forms keep what was typed. */
export function Offline() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status">
      {!online && (
        <p className="offline">
          <Trans>You are offline. What you type is kept; it can be sent when you are connected again.</Trans>
        </p>
      )}
    </div>
  )
}
