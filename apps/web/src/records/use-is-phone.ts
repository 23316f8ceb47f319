import { useSyncExternalStore } from 'react'

/** As in the styles. */
const phone = matchMedia('(width < 48rem)')

const subscribe = (changed: () => void) => {
  phone.addEventListener('change', changed)
  return () => phone.removeEventListener('change', changed)
}

/** True on a narrow screen. */
export const useIsPhone = () => useSyncExternalStore(subscribe, () => phone.matches)
