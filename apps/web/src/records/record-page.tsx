import { Trans, useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { statusOf } from '../problem-text.ts'
import { Page } from '../ui/page.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { Unloaded } from '../ui/unloaded.tsx'

interface RecordPageProps {
  /** The list that the record is of. */
  readonly within: { readonly text: string; readonly link: LinkProps }
  /** Ancestors of the record in the breadcrumb, outermost first, after the list. */
  readonly above?: readonly { readonly text: string; readonly link: LinkProps }[]
  readonly title: string
  /** Key, tag or number by which people call it, in the place of its title in the breadcrumb. */
  readonly code?: ReactNode
  /** Status and the like, behind the title. */
  readonly marks?: ReactNode
  /** What can be done with the record. */
  readonly actions?: ReactNode
  /** The column at the side. */
  readonly side?: ReactNode
  readonly children: ReactNode
}

/** The page of one record: what it is, what can be done with it, and what belongs to it. */
export function RecordPage(props: RecordPageProps) {
  const { within, above = [], title, code, marks, actions, side, children } = props
  return (
    <main id="main" className="record" tabIndex={-1}>
      <nav className="trail" aria-label={within.text}>
        <Link {...within.link}>{within.text}</Link>
        <ChevronRight aria-hidden="true" />
        {above.map(({ text, link }, at) => (
          // Two places in a row may have the same name.
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
          <div className="record-main">{children}</div>
          {side && <aside className="record-side">{side}</aside>}
        </div>
      </Page>
    </main>
  )
}

/** A part of a record's page. */
export function Section({
  title,
  action,
  children,
}: {
  readonly title: string
  readonly action?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className="section" aria-label={title}>
      <header className="section-head">
        <h2>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  )
}

/** Names and values of a record. What has no value is left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="fact-list">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

interface UnloadedRecordProps {
  readonly query: { readonly error: Error | null; readonly isFetching: boolean; refetch(): unknown }
  readonly within: RecordPageProps['within']
}

/** Stands in for a record that is not there yet, or not at all. */
export function UnloadedRecord({ query, within }: UnloadedRecordProps) {
  const { t } = useLingui()
  const status = statusOf(query.error)
  const list = within.text
  if (status === 404 || status === 403)
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
  return (
    <main id="main" className="record" tabIndex={-1}>
      {query.error && !query.isFetching ? <Unloaded query={query} /> : <SkeletonLines />}
    </main>
  )
}
