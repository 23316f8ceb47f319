import { useMemo, useSyncExternalStore } from 'react'

/** True while the media query matches, such as `(width < 48rem)`. */
export function useMedia(query: string): boolean {
  const media = useMemo(() => {
    const list = matchMedia(query)
    return {
      matches: () => list.matches,
      subscribe(listener: () => void) {
        list.addEventListener('change', listener)
        return () => list.removeEventListener('change', listener)
      },
    }
  }, [query])
  return useSyncExternalStore(media.subscribe, media.matches)
}
