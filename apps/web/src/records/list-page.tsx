import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Page } from '../ui/page.tsx'

/** Milliseconds until the form that created the first record has closed. */
const PATIENCE_MS = 2_000

interface ListPageProps {
  readonly title: string
  /** Links and buttons before the primary button. */
  readonly action?: ReactNode
  /** The primary button. While the list is empty, the list shows it instead, as the first step. */
  readonly add?: ReactNode
  readonly children: ReactNode
}

const FirstStepShown = createContext<(isShown: boolean) => void>(() => undefined)

/** A screen with a single list, as high as the window. */
export function ListPage({ title, action, add, children }: ListPageProps) {
  const main = useRef<HTMLElement>(null)
  const [isEmpty, setEmpty] = useState(false)
  const show = useCallback((isShown: boolean) => {
    const isLost = document.activeElement?.closest('.empty-state, [role="dialog"]')
    setEmpty(isShown)
    if (isShown || !isLost) return
    // The first record replaces the button that opened the form. A form that closes returns the focus in a later frame.
    const end = performance.now() + PATIENCE_MS
    const look = () => {
      const { activeElement: active, body } = document
      if (active === body || active === main.current)
        main.current?.querySelector<HTMLElement>('.page-actions .primary')?.focus()
      else if (active?.closest('[role="dialog"]') && performance.now() < end) requestAnimationFrame(look)
    }
    requestAnimationFrame(() => requestAnimationFrame(look))
  }, [])
  const primary = !isEmpty && add
  return (
    <main id="main" className="list-page" tabIndex={-1} ref={main}>
      <Page
        title={title}
        aside={
          action || primary ? (
            <>
              {action}
              {primary}
            </>
          ) : (
            <span />
          )
        }
      >
        <FirstStepShown value={show}>{children}</FirstStepShown>
      </Page>
    </main>
  )
}

/** The first step in an empty list. While it is mounted, the page hides its primary button. */
export function FirstStep({ children }: { readonly children: ReactNode }) {
  const show = useContext(FirstStepShown)
  useLayoutEffect(() => {
    show(true)
    return () => show(false)
  }, [show])
  return children
}
