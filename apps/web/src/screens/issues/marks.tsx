import type { Issue } from '@commonhold/contract'
import { useQuery } from '@tanstack/react-query'
import { typesQuery } from '../../issues/queries.ts'
import { worded } from '../../issues/words.ts'
import { Status } from '../../ui/marks.tsx'
import { prioritiesQuery, statusesQuery } from './queries.ts'
import { categoryTones, levelTone } from './words.ts'

/** The status of an issue by its name. */
export function IssueStatus({ issue }: { readonly issue: Pick<Issue, 'status' | 'status_category'> }) {
  const statuses = useQuery(statusesQuery).data
  const name = statuses?.find(({ key }) => key === issue.status)?.name ?? worded(issue.status)
  return <Status tone={categoryTones[issue.status_category]}>{name}</Status>
}

/** The priority of an issue by its name. */
export function Priority({ issue }: { readonly issue: Pick<Issue, 'priority' | 'priority_level'> }) {
  const priorities = useQuery(prioritiesQuery).data
  const name = priorities?.find(({ key }) => key === issue.priority)?.name ?? worded(issue.priority)
  return <Status tone={levelTone(issue.priority_level)}>{name}</Status>
}

/** The name of an issue's type. */
export function useTypeName(): (key: string) => string {
  const types = useQuery(typesQuery).data
  return (wanted) => types?.find(({ key }) => key === wanted)?.name ?? worded(wanted)
}
