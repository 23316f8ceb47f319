import type { Issue, IssueStatus } from '@commonhold/contract'
import { dashed, Ring, type StatusProps } from '../../ui/marks.tsx'

type Step = Pick<IssueStatus, 'category' | 'pauses_clock' | 'position'>
type Look = Pick<StatusProps, 'tone' | 'mark'>

const looks: Readonly<Record<Exclude<Issue['status_category'], 'started'>, Look>> = {
  backlog: { tone: 'quiet', mark: dashed },
  unstarted: { tone: 'open' },
  completed: { tone: 'good' },
  cancelled: {
    tone: 'quiet',
    mark: (
      <>
        <circle cx="6" cy="6" r="5.625" stroke="none" />
        <path className="cut" d="M4 4l4 4M8 4l-4 4" strokeWidth="1.5" />
      </>
    ),
  },
}

const paused: Look = {
  tone: 'waiting',
  mark: (
    <Ring>
      <path d="M4.75 3.9v4.2M7.25 3.9v4.2" strokeWidth="1.5" />
    </Ring>
  ),
}

/** The tone and the mark of a status, by its category. The mark of a started status shows its position among the started ones. */
export function lookOf(
  category: Issue['status_category'],
  status?: Step,
  statuses: readonly Step[] = [],
): Look {
  if (category !== 'started') return looks[category]
  if (status?.pauses_clock) return paused
  const steps = statuses.filter((one) => one.category === category && !one.pauses_clock)
  const before = steps.filter(({ position }) => status && position < status.position).length
  const share = steps.length > 1 ? 0.25 + (0.6 * before) / (steps.length - 1) : 0.5
  return {
    tone: 'active',
    mark: (
      <Ring>
        <circle
          cx="6"
          cy="6"
          r="1.75"
          fill="none"
          strokeWidth="3.5"
          pathLength="1"
          strokeDasharray={`${share} 1`}
          transform="rotate(-90 6 6)"
        />
      </Ring>
    ),
  }
}
