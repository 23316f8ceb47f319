import { useEffect } from 'react'

/** Calls `run` once, when the user first presses a key or a button, to load what is likely to be needed then. */
export function useFirstInput(run: () => unknown) {
  useEffect(() => {
    const listening = new AbortController()
    const onInput = () => {
      listening.abort()
      // If loading fails, for example offline, it is repeated when the code is needed.
      void Promise.resolve(run()).catch(() => undefined)
    }
    for (const event of ['keydown', 'pointerdown'])
      window.addEventListener(event, onInput, { capture: true, signal: listening.signal })
    return () => listening.abort()
  }, [run])
}
