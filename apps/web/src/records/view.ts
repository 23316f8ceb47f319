import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** The state of a list in the address: words, filters and order. Every value is a text, several are separated by commas. */
export type View = Readonly<Record<string, string | undefined>>

/** Members of the address that are not parameters of the list. */
const OWN = new Set(['view', 'lane', 'open', 'new', 'edit', 'columns'])

/** The value in the address of a default filter that the reader has cleared. */
export const ANY = '*'

/** The parameters for the request of the list. */
export const parametersOf = (view: View): Record<string, string> =>
  Object.fromEntries(
    Object.entries(view).filter(
      (entry): entry is [string, string] =>
        !OWN.has(entry[0]) && entry[1] !== undefined && entry[1] !== '' && entry[1] !== ANY,
    ),
  )

/** True if words or a filter narrow the list. */
export const isNarrowed = (view: View, fixed: readonly string[] = []): boolean =>
  Object.keys(parametersOf(view)).some((name) => name !== 'sort' && !fixed.includes(name))

/** The order of a list: `-name` is by name, the last one first. */
export interface Order {
  readonly by: string
  readonly descending: boolean
}

/** Reads the first member of `sort`. */
export function orderOf(sort: string | undefined): Order | undefined {
  const first = sort?.split(',')[0]
  if (!first) return undefined
  return first.startsWith('-') ? { by: first.slice(1), descending: true } : { by: first, descending: false }
}

/** The `sort` after a click on a column: ascending, descending, then the default order, unless that is the descending one. */
export function nextSort(by: string, sort: string, usual: string): string {
  const order = orderOf(sort)
  if (order?.by !== by) return by
  if (!order.descending) return `-${by}`
  return usual.split(',')[0] === `-${by}` ? by : ''
}

/**
 * Returns the view in the address, and a function to change it. A change replaces the entry in the browser's history. After the
 * reader has left the list, a change has no effect.
 */
export function useView(): [View, (changes: View) => Promise<void>] {
  const view = useSearch({ strict: false }) as View
  const navigate = useNavigate()
  const router = useRouter()
  const pathname = useLocation({ select: (location) => location.pathname })
  const change = useCallback(
    async (changes: View) => {
      if (router.state.location.pathname !== pathname) return
      await navigate({
        to: '.',
        replace: true,
        search: (before: View) =>
          Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value)),
      })
    },
    [navigate, router, pathname],
  )
  return [view, change]
}
