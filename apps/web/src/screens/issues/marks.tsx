import type { Issue } from '@commonhold/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { typesQuery } from '../../issues/queries.ts'
import { worded } from '../../issues/words.ts'
import { Status } from '../../ui/marks.tsx'
import { prioritiesQuery, statusesQuery } from './queries.ts'
import { lookOf } from './status-look.tsx'
import { levelTone } from './words.ts'

interface IssueStatusProps {
  readonly issue: Pick<Issue, 'status' | 'status_category'>
  /** Replaces the name of the status. */
  readonly children?: ReactNode
}

/** The status of an issue: its mark and its name. */
export function IssueStatus({ issue, children }: IssueStatusProps) {
  const statuses = useQuery(statusesQuery).data
  const known = statuses?.find(({ key }) => key === issue.status)
  return (
    <Status {...lookOf(issue.status_category, known, statuses)}>
      {children ?? known?.name ?? worded(issue.status)}
    </Status>
  )
}

const BARS = [1, 2, 3]

/** The priority of an issue: three bars and its name. The more urgent the priority, the more bars are filled. */
export function Priority({ issue }: { readonly issue: Pick<Issue, 'priority' | 'priority_level'> }) {
  const priorities = useQuery(prioritiesQuery).data
  const name = priorities?.find(({ key }) => key === issue.priority)?.name ?? worded(issue.priority)
  const full = Math.max(1, 5 - Math.max(2, issue.priority_level))
  const bars = BARS.map((bar) => (
    <rect
      key={bar}
      x={bar * 4 - 3.5}
      y={11 - bar * 3}
      width="2.75"
      height={bar * 3}
      rx="0.75"
      stroke="none"
      opacity={bar > full ? 0.3 : 1}
    />
  ))
  return (
    <Status tone={levelTone(issue.priority_level)} mark={bars}>
      {name}
    </Status>
  )
}

/** Returns a function that returns the name of an issue type by its key. */
export function useTypeName(): (key: string) => string {
  const types = useQuery(typesQuery).data
  return (wanted) => types?.find(({ key }) => key === wanted)?.name ?? worded(wanted)
}
