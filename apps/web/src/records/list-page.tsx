import type { ReactNode } from 'react'
import { Page } from '../ui/page.tsx'

interface ListPageProps {
  readonly title: string
  /** The one primary button. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A screen that is one list, as high as the window. */
export function ListPage({ title, action, children }: ListPageProps) {
  return (
    <main id="main" className="list-page" tabIndex={-1}>
      <Page title={title} aside={action || <span />}>
        {children}
      </Page>
    </main>
  )
}
