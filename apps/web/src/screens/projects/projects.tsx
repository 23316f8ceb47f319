import type { Project } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import type { LinkProps } from '@tanstack/react-router'
import { FolderKanban } from 'lucide-react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import type { Column } from '../../records/columns.ts'
import { useArchivedFilter, useCommonColumns, useNameColumn } from '../../records/common-columns.tsx'
import { ListScreen } from '../../records/list-screen.tsx'
import { Code, None, Person } from '../../ui/marks.tsx'
import { ProjectForm } from './project-form.tsx'

/** The list of projects. */
export function Projects() {
  const { t } = useLingui()
  const can = useCan()
  const { slug: tenant } = useTenant()
  const pageOf = ({ id }: Project): LinkProps => ({
    to: '/t/$tenant/projects/$project',
    params: { tenant, project: id },
  })
  return (
    <ListScreen<Project>
      name="projects"
      title={t`Projects`}
      list={{
        page: (query, options) => api.projects.list.safe({ ...query, include: ['lead'] }, options),
        csv: (query) => api.projects.list.csv(query),
      }}
      columns={useProjectColumns(pageOf)}
      filters={[useArchivedFilter()]}
      sort="name"
      empty={{
        icon: FolderKanban,
        title: t`No projects yet`,
        text: t`A project holds issues and assets that belong together, and gives issues their keys.`,
      }}
      add={{
        label: t`Add a project`,
        isOffered: can('projects:write'),
        form: (events) => <ProjectForm {...events} />,
        pageOf,
      }}
    />
  )
}

function useProjectColumns(pageOf: (project: Project) => LinkProps): readonly Column<Project>[] {
  const { t } = useLingui()
  const { created } = useCommonColumns()
  return [
    {
      id: 'key',
      title: t`Key`,
      priority: 1,
      width: '7rem',
      sort: 'key',
      cell: ({ key }) => <Code>{key}</Code>,
    },
    useNameColumn(pageOf),
    {
      id: 'lead',
      title: t`Lead`,
      priority: 1,
      cell: ({ lead }) => (lead?.name ? <Person name={lead.name} /> : <None />),
    },
    {
      id: 'issues',
      title: t`Issues`,
      width: '6rem',
      isNumber: true,
      cell: ({ issue_count }) => <span>{issue_count}</span>,
    },
    created,
  ]
}
