import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { projectsQuery, typesQuery } from '../../issues/queries.ts'
import { useDueFilter } from '../../records/due-filter.ts'
import { pickableUsers } from '../../records/pickables.ts'
import { useRecordFilter } from '../../records/record-filter.ts'
import type { TableFilter } from '../../records/table-filters.tsx'
import { prioritiesQuery, statusesQuery } from './queries.ts'

const options = (records: readonly { readonly key: string; readonly name: string }[] | undefined) =>
  (records ?? []).map(({ key, name }) => ({ value: key, text: name }))

/** The filters of the list of issues. */
export function useIssueFilters(): readonly TableFilter[] {
  const { t } = useLingui()
  const projects = useQuery(projectsQuery).data ?? []
  return [
    {
      name: 'is_closed',
      label: t`Open or closed`,
      isSingle: true,
      isPreset: true,
      options: [
        { value: 'false', text: t({ message: 'Open', context: 'state' }) },
        { value: 'true', text: t`Closed` },
      ],
    },
    { name: 'status', label: t`Status`, options: options(useQuery(statusesQuery).data) },
    ...useRecordFilter('assignee_id', t`Assignee`, pickableUsers, [{ value: 'me', text: t`Me` }]),
    {
      name: 'assignee_id__is_null',
      label: t`Unassigned`,
      isSingle: true,
      options: [
        { value: 'true', text: t`Unassigned` },
        { value: 'false', text: t`Assigned` },
      ],
    },
    { name: 'priority', label: t`Priority`, options: options(useQuery(prioritiesQuery).data) },
    { name: 'issue_type', label: t`Type`, options: options(useQuery(typesQuery).data) },
    {
      name: 'project_id',
      label: t`Project`,
      options: projects.map(({ id, name }) => ({ value: id, text: name })),
    },
    useDueFilter('due_date__lt', t`Due`),
  ]
}
