import { useRef } from 'react'

/** Runs work during which its form cannot be closed. */
export type Sending = <T>(work: () => Promise<T>) => Promise<T>

/** For a form in a dialog, which stays open while it is sent: only the form shows the result, such as an error or a secret. */
export function useSending(onClose: () => void): { readonly sending: Sending; readonly close: () => void } {
  const isSending = useRef(false)
  return {
    sending: async (work) => {
      isSending.current = true
      try {
        return await work()
      } finally {
        isSending.current = false
      }
    },
    close: () => {
      if (!isSending.current) onClose()
    },
  }
}
