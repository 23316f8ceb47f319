import { useEffect, useRef } from 'react'

/** Something that can be done on the screen that is shown. */
export interface Offer {
  readonly label: string
  /** What the record is called that it is done with. */
  readonly of?: string
  readonly run: () => void
}

const shown = new Set<{ readonly current: readonly Offer[] }>()

/** Offers in the command menu what the screen has buttons for, while it is shown. */
export function useOffers(offers: readonly Offer[]) {
  const current = useRef(offers)
  current.current = offers
  useEffect(() => {
    shown.add(current)
    return () => {
      shown.delete(current)
    }
  }, [])
}

/** What the screen offers now. A part of it is there before the whole, whose offers come first. */
export const offersShown = (): readonly Offer[] => [...shown].reverse().flatMap(({ current }) => current)
