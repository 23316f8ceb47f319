import type { MessageDescriptor } from '@lingui/core'
import { useEffect } from 'react'

/** What keys there are, and what they do. */
export type KeyTexts = readonly (readonly [key: string, text: MessageDescriptor])[]

const parts = new Set<{ readonly keys: KeyTexts }>()

/** Names the keys of a part of the screen, as long as it is there. */
export function useScreenKeys(keys: KeyTexts) {
  useEffect(() => {
    const part = { keys }
    parts.add(part)
    return () => {
      parts.delete(part)
    }
  }, [keys])
}

/** The keys of all that is on the screen now. */
export const screenKeys = (): KeyTexts => [...parts].flatMap(({ keys }) => keys)
