import type { Project } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { FolderKanban } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { askAnew } from '../../ask-anew.ts'
import { useCan } from '../../records/can.ts'
import type { Column } from '../../records/columns.ts'
import { ListPage } from '../../records/list-page.tsx'
import { ResourceTable } from '../../records/resource-table.tsx'
import { Code, None, Person } from '../../ui/marks.tsx'
import { When } from '../../ui/when.tsx'
import { ProjectForm } from './project-form.tsx'

/** All projects that one may see. */
export function Projects() {
  const { t } = useLingui()
  const can = useCan()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { slug } = useTenant()
  const [isAdding, setAdding] = useState(false)
  const add = can('projects:write') && (
    <button type="button" className="button primary" onClick={() => setAdding(true)}>
      <Trans>Add a project</Trans>
    </button>
  )
  return (
    <ListPage title={t`Projects`} action={add}>
      <ResourceTable
        name="projects"
        label={t`Projects`}
        list={{
          page: (query, options) => api.projects.list.safe({ ...query, include: ['lead'] }, options),
          csv: (query) => api.projects.list.csv(query),
        }}
        columns={useProjectColumns()}
        filters={[
          {
            name: 'archived',
            label: t`Archived`,
            isSingle: true,
            options: [
              { value: 'include', text: t`With archived ones` },
              { value: 'only', text: t`Only archived ones` },
            ],
          },
        ]}
        sort="name"
        empty={
          <div className="empty-state">
            <FolderKanban aria-hidden="true" />
            <h2>
              <Trans>No projects yet</Trans>
            </h2>
            <p>
              <Trans>
                A project holds issues and assets that belong together, and gives issues their keys.
              </Trans>
            </p>
            {add}
          </div>
        }
      />
      {isAdding && (
        <ProjectForm
          onClose={() => setAdding(false)}
          onDone={({ id }) => {
            setAdding(false)
            void askAnew(queries, { queryKey: ['projects'] })
            void navigate({ to: '/t/$tenant/projects/$project', params: { tenant: slug, project: id } })
          }}
        />
      )}
    </ListPage>
  )
}

function useProjectColumns(): readonly Column<Project>[] {
  const { t } = useLingui()
  const { slug } = useTenant()
  return [
    { id: 'key', title: t`Key`, width: '7rem', sort: 'key', cell: ({ key }) => <Code>{key}</Code> },
    {
      id: 'name',
      title: t`Name`,
      isName: true,
      width: 'minmax(12rem, 2fr)',
      sort: 'name',
      cell: ({ id, name }) => (
        <Link
          className="row-link"
          to="/t/$tenant/projects/$project"
          params={{ tenant: slug, project: id }}
          title={name}
        >
          {name}
        </Link>
      ),
    },
    { id: 'lead', title: t`Lead`, cell: ({ lead }) => (lead?.name ? <Person name={lead.name} /> : <None />) },
    {
      id: 'issues',
      title: t`Issues`,
      width: '6rem',
      isNumber: true,
      cell: ({ issue_count }) => <span>{issue_count}</span>,
    },
    {
      id: 'created_at',
      title: t`Created`,
      width: '8rem',
      sort: 'created_at',
      cell: ({ created_at }) => <When at={created_at} />,
    },
  ]
}
