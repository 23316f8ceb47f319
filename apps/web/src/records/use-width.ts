import { type RefObject, useLayoutEffect, useState } from 'react'

/** Pixels per rem in the reader's browser. */
export const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** The width of an element in rem; undefined until it is rendered. */
export function useWidth(of: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>()
  useLayoutEffect(() => {
    const element = of.current
    if (!element) return
    const measure = () => setWidth(element.offsetWidth / rem())
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [of])
  return width
}
