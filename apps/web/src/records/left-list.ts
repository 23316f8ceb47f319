import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

/** How a list was when the reader opened one of its records. */
export interface LeftList {
  readonly id: string
  readonly index: number
  readonly chosen: ReadonlySet<string>
}

/** By entry of the browser's history and name of the list, until the page is loaded again. */
const lists = new Map<string, LeftList>()

/**
 * Returns how the list was left when the reader comes Back to it, and a function to store that. A visit by a link is a new entry
 * of the history, and begins at the top.
 */
export function useLeftList(name: string): [LeftList | undefined, (left: LeftList) => void] {
  const { history } = useRouter()
  const key = () => `${history.location.state.__TSR_key} ${name}`
  const [left] = useState(() => lists.get(key()))
  return [left, (next) => void lists.set(key(), next)]
}
