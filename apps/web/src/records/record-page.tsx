import { Trans, useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { statusOf } from '../problem-text.ts'
import { Page } from '../ui/page.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { Unloaded } from '../ui/unloaded.tsx'

interface RecordPageProps {
  /** The list that contains the record. */
  readonly within: { readonly text: string; readonly link: LinkProps }
  /** Ancestors of the record in the breadcrumb, outermost first, after the list. */
  readonly above?: readonly { readonly text: string; readonly link: LinkProps }[]
  readonly title: string
  /** The key, tag or number of the record, shown instead of the title in the breadcrumb. */
  readonly code?: ReactNode
  /** The status and similar marks, after the title. */
  readonly marks?: ReactNode
  /** The buttons for edits and moves. */
  readonly actions?: ReactNode
  /** The facts, in the column at the side. */
  readonly side?: ReactNode
  readonly children: ReactNode
}

/** The page of one record, with its title, facts, actions and content. */
export function RecordPage(props: RecordPageProps) {
  const { within, above = [], title, code, marks, actions, side, children } = props
  return (
    <main id="main" className="record" tabIndex={-1}>
      <nav className="trail" aria-label={within.text}>
        <Link {...within.link}>{within.text}</Link>
        <ChevronRight aria-hidden="true" />
        {above.map(({ text, link }, at) => (
          // Two ancestors in a row may have the same name.
          <Fragment key={`${at} ${text}`}>
            <Link {...link} className="ellipsis">
              {text}
            </Link>
            <ChevronRight aria-hidden="true" />
          </Fragment>
        ))}
        <span className="ellipsis">{code ?? title}</span>
      </nav>
      <Page title={title} aside={actions} marks={marks}>
        <div className={side ? 'record-columns' : undefined}>
          {side && <Side>{side}</Side>}
          <div className="record-main">{children}</div>
        </div>
      </Page>
    </main>
  )
}

/** The facts of a record: at the side, or at the top of a narrow screen, where only the first facts are shown at first. */
function Side({ children }: { readonly children: ReactNode }) {
  const [isWhole, setWhole] = useState(false)
  return (
    <aside className={isWhole ? 'record-side' : 'record-side is-short'}>
      {children}
      <button type="button" className="link more-facts" onClick={() => setWhole(!isWhole)}>
        {isWhole ? <Trans>Show less</Trans> : <Trans>Show all</Trans>}
      </button>
    </aside>
  )
}

interface UnloadedRecordProps {
  readonly query: { readonly error: Error | null; readonly isFetching: boolean; refetch(): unknown }
  readonly within: RecordPageProps['within']
}

/** Shown instead of a record that is loading, or could not be loaded. */
export function UnloadedRecord({ query, within }: UnloadedRecordProps) {
  const status = statusOf(query.error)
  if (status === 404 || status === 403) return <MissingRecord within={within} />
  return (
    <main id="main" className="record" tabIndex={-1}>
      {query.error && !query.isFetching ? <Unloaded query={query} /> : <SkeletonLines />}
    </main>
  )
}

/** Shown instead of a record that does not exist, or that the user may not see. */
export function MissingRecord({ within }: Pick<RecordPageProps, 'within'>) {
  const { t } = useLingui()
  const list = within.text
  return (
    <main id="main" className="lone" tabIndex={-1}>
      <Page title={t`Not found`}>
        <p className="lead">
          <Trans>There is no such record here, or you may not see it.</Trans>
        </p>
        <Link {...within.link} className="button primary">
          <Trans>Back to: {list}</Trans>
        </Link>
      </Page>
    </main>
  )
}
