import { useEffect } from 'react'

/** Runs once, when somebody first presses a key or a button: what is likely to be needed then is loaded by it. */
export function useFirstInput(run: () => unknown) {
  useEffect(() => {
    const listening = new AbortController()
    const onInput = () => {
      listening.abort()
      // Offline: it is loaded when it is needed.
      void Promise.resolve(run()).catch(() => undefined)
    }
    for (const event of ['keydown', 'pointerdown'])
      window.addEventListener(event, onInput, { capture: true, signal: listening.signal })
    return () => listening.abort()
  }, [run])
}
