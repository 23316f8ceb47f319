import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Day } from '../ui/day.tsx'
import type { List } from './list.ts'
import { Section } from './section.tsx'
import { type Happening, Timeline, type TimelineProps } from './timeline.tsx'
import { valueOfPage } from './value-texts.ts'

interface HistoryProps extends Omit<TimelineProps, 'list' | 'inWords'> {
  /** Reads a page of the history. */
  readonly page: List<Happening>['page']
}

/** The history of a record, on its page. The first part of the query key is its kind, which determines the words for values. */
export function History({ page, ...timeline }: HistoryProps) {
  const { t } = useLingui()
  const [kind = ''] = timeline.queryKey
  return (
    <Section title={t`History`}>
      <Timeline {...timeline} list={{ page }} inWords={(member, value) => valueOfPage(kind, member, value)} />
    </Section>
  )
}

interface PeriodsProps {
  readonly periods: readonly {
    readonly from: string
    /** The last day; null while the period is open. */
    readonly until: string | null
    readonly note?: ReactNode
  }[]
  /** Shown if there are no periods. */
  readonly empty?: string
}

/** A list of periods, each with its first and last day. */
export function Periods({ periods, empty }: PeriodsProps) {
  const { t } = useLingui()
  return (
    <Section title={t`Periods`}>
      {periods.length === 0 && <p className="hint">{empty}</p>}
      <ul className="line-list">
        {periods.map(({ from, until, note }) => (
          <li key={from}>
            <span>
              <Day on={from} /> – {until ? <Day on={until} /> : <Trans>today</Trans>}
            </span>
            <span className="hint at-end">{note}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
