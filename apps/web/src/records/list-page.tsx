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
    const hadFocus = document.activeElement?.closest('.empty-state')
    setEmpty(isShown)
    // The first record replaces the button that had the focus.
    if (!isShown && hadFocus)
      queueMicrotask(() => main.current?.querySelector<HTMLElement>('.page-actions .primary')?.focus())
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
