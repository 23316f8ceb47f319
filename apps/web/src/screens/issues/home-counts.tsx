import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { dayAhead } from '../../preferences.ts'
import { useCan } from '../../records/can.ts'
import { countOf, type ListQuery, queryOf } from '../../records/list.ts'

type Parameters = Readonly<Record<string, string>>

/** The lists that are counted, by the first part of their query keys. */
const counted = {
  issues: {
    to: '/t/$tenant/issues',
    count: (query: ListQuery, signal: AbortSignal) => api.issues.list.safe(query, { signal }),
  },
  assets: {
    to: '/t/$tenant/assets',
    count: (query: ListQuery, signal: AbortSignal) => api.assets.list.safe(query, { signal }),
  },
} as const

/** Counts of issues and assets. Each links to the list that it counts. */
export function HomeCounts() {
  const { t } = useLingui()
  const can = useCan()
  const open = { is_closed: 'false' }
  const today = dayAhead(0)
  return (
    <ul className="home-counts">
      {can('issues:read', 'anywhere') && (
        <>
          <Count of="issues" text={t`Open issues`} query={open} />
          <Count of="issues" text={t`Assigned to nobody`} query={{ ...open, assignee_id__is_null: 'true' }} />
          <Count of="issues" text={t`Overdue issues`} query={{ ...open, due_date__lt: today }} isUrgent />
        </>
      )}
      {can('assets:read', 'anywhere') && (
        <>
          <Count of="assets" text={t`Assets with people`} query={{ person_id__is_null: 'false' }} />
          <Count of="assets" text={t`In repair`} query={{ in_repair: 'true' }} />
          <Count
            of="assets"
            text={t`Not returned in time`}
            query={{ expected_return_date__lt: today }}
            isUrgent
          />
        </>
      )}
    </ul>
  )
}

interface CountProps {
  readonly of: keyof typeof counted
  readonly text: string
  readonly query: Parameters
  /** True if a count above 0 needs attention. */
  readonly isUrgent?: boolean
}

function Count({ of, text, query, isUrgent = false }: CountProps) {
  const { slug } = useTenant()
  const { to, count } = counted[of]
  const { data, error } = useQuery({
    queryKey: [of, 'count', query],
    queryFn: ({ signal }) => countOf(count(queryOf({ ...query, limit: '1', count: 'true' }), signal)),
  })
  return (
    <li>
      <Link to={to} params={{ tenant: slug }} search={query}>
        <strong className={isUrgent && data !== undefined && data !== '0' ? 'is-urgent' : undefined}>
          {data ??
            (error ? (
              '–'
            ) : (
              <span className="skeleton">
                <span className="unseen">
                  <Trans>Loading…</Trans>
                </span>
              </span>
            ))}
        </strong>{' '}
        {text}
      </Link>
    </li>
  )
}
