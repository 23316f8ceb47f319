import { type RefObject, useLayoutEffect, useState } from 'react'

/** Pixels of one rem, as the reader's browser has it. */
export const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** The width of an element in rem; undefined until it is drawn. */
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
