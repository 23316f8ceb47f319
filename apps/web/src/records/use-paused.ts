import { useEffect, useState } from 'react'

const PAUSE_MS = 150

/** The value after 150 ms without typing; an empty value is returned without a pause. */
export function usePaused(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), value === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
