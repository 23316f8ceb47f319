import type { Issue } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { api, every } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { ListPage } from '../../records/list-page.tsx'
import { dayOf as dayOfMoment } from '../../records/local-days.ts'
import { useView } from '../../records/view.ts'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { IssueViews } from './issue-views.tsx'
import { IssueStatus } from './marks.tsx'

const DAY_MS = 86_400_000
const dayOf = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
const monthOf = (date: Date) => dayOf(date).slice(0, 7)

/** The days that the calendar shows for a month: whole weeks, from Monday to Sunday. */
function daysOf(month: string): readonly Date[] {
  const first = new Date(`${month}-01T12:00:00`)
  const start = new Date(first.getTime() - ((first.getDay() + 6) % 7) * DAY_MS)
  const next = new Date(first.getFullYear(), first.getMonth() + 1, 1, 12)
  const weeks = Math.ceil((next.getTime() - start.getTime()) / (7 * DAY_MS))
  return Array.from({ length: weeks * 7 }, (_, at) => new Date(start.getTime() + at * DAY_MS))
}

/** The calendar of changes for one month. A change is shown on each day from its planned start to its planned end. */
export function ChangeCalendar() {
  const { t, i18n } = useLingui()
  const [view, change] = useView()
  const month = /^\d{4}-\d{2}$/.test(view.month ?? '')
    ? (view.month ?? '')
    : dayOfMoment(Date.now()).slice(0, 7)
  const days = daysOf(month)
  const [first, last] = [days[0] ?? new Date(), days.at(-1) ?? new Date()]
  const query = useQuery({
    queryKey: ['issues', 'calendar', month],
    queryFn: async ({ signal }) => {
      const from = new Date(first.getTime() - DAY_MS).toISOString()
      const usual = {
        planned_start_at__lt: new Date(last.getTime() + DAY_MS).toISOString(),
        sort: ['planned_start_at' as const],
        limit: 500,
      }
      const found = await Promise.all(
        [{ planned_end_at__gte: from }, { planned_end_at__is_null: true, planned_start_at__gte: from }].map(
          (open) => every(api.issues.list.all({ ...usual, ...open }, { signal })),
        ),
      )
      return found.flat()
    },
  })
  const step = (by: number) => {
    const [year = 0, number = 1] = month.split('-').map(Number)
    void change({ month: monthOf(new Date(year, number - 1 + by, 1, 12)) })
  }
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(i18n.locale, options)
  return (
    <ListPage title={t`Calendar of changes`} action={<IssueViews />}>
      <div className="list-body">
        <div className="calendar-head">
          <button
            type="button"
            className="icon-button"
            aria-label={t`Previous month`}
            onClick={() => step(-1)}
          >
            <ChevronLeft aria-hidden="true" />
          </button>
          <h2 aria-live="polite">
            {format({ month: 'long', year: 'numeric' }).format(new Date(`${month}-15T12:00`))}
          </h2>
          <button type="button" className="icon-button" aria-label={t`Next month`} onClick={() => step(1)}>
            <ChevronRight aria-hidden="true" />
          </button>
          <button type="button" className="button quiet small" onClick={() => change({ month: '' })}>
            {t`Today`}
          </button>
          {query.data && !days.some((day) => query.data.some((issue) => isOn(issue, dayOf(day)))) && (
            <p className="hint">{t`No changes are planned in these weeks.`}</p>
          )}
        </div>
        {query.isError && <Unloaded query={query} />}
        {query.isPending ? (
          <SkeletonLines />
        ) : (
          <>
            <div className="weekdays" aria-hidden="true">
              {days.slice(0, 7).map((day) => (
                <span key={day.getDay()}>{format({ weekday: 'short' }).format(day)}</span>
              ))}
            </div>
            <ol className="calendar">
              {days.map((day) => {
                const on = dayOf(day)
                const planned = (query.data ?? []).filter((issue) => isOn(issue, on))
                return (
                  <li
                    key={on}
                    className={on.startsWith(month) ? undefined : 'is-beside'}
                    aria-current={on === dayOfMoment(Date.now()) ? 'date' : undefined}
                  >
                    <time dateTime={on}>
                      <span className="weekday">{format({ weekday: 'short' }).format(day)}</span>
                      <span className="day">{day.getDate()}</span>
                    </time>
                    {planned.map((issue) => (
                      <Planned key={issue.id} issue={issue} />
                    ))}
                  </li>
                )
              })}
            </ol>
          </>
        )}
      </div>
    </ListPage>
  )
}

function isOn({ details }: Issue, on: string): boolean {
  if (!('planned_start_at' in details) || !details.planned_start_at) return false
  const from = dayOfMoment(details.planned_start_at)
  const to = details.planned_end_at ? dayOfMoment(details.planned_end_at) : from
  return from <= on && on <= to
}

function Planned({ issue }: { readonly issue: Issue }) {
  const { slug } = useTenant()
  return (
    <Link
      className="planned"
      to="/t/$tenant/issues/$issue"
      params={{ tenant: slug, issue: issue.key }}
      title={`${issue.key} ${issue.title}`}
    >
      <IssueStatus issue={issue}>{issue.title}</IssueStatus>
    </Link>
  )
}
