import type { Project } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { askAnew } from '../../ask-anew.ts'
import { useCan } from '../../records/can.ts'
import { type Move, Moves } from '../../records/moves.tsx'
import { Facts, RecordPage, Section, UnloadedRecord } from '../../records/record-page.tsx'
import { Code, Person, Status } from '../../ui/marks.tsx'
import { toast } from '../../ui/toasts.tsx'
import { When } from '../../ui/when.tsx'
import { typesQuery } from '../configuration/queries.ts'
import { ProjectForm } from './project-form.tsx'

/** One project: who leads it, which groups are limited to it, and what its issues can be. */
export function ProjectPage() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const { project: project_id } = useParams({ from: '/t/$tenant/projects/$project' })
  const can = useCan()
  const within = {
    text: t`Projects`,
    link: { to: '/t/$tenant/projects', params: { tenant: slug } },
  } as const
  const query = useQuery({
    queryKey: ['projects', project_id],
    queryFn: ({ signal }) =>
      api.projects.get({ project_id }, { signal, include: ['lead', 'default_assignee'] }),
  })
  const types = useQuery({ ...typesQuery, enabled: can('issue_configuration:read') })
  const groups = useQuery({
    queryKey: ['projects', project_id, 'groups'],
    queryFn: ({ signal }) =>
      api.projects.groups.list({ project_id }, { limit: 500, sort: ['name'] }, { signal }),
    enabled: can('groups:read'),
  })
  if (!query.data) return <UnloadedRecord query={query} within={within} />
  const project = query.data
  const { lead, default_assignee } = project
  return (
    <RecordPage
      within={within}
      title={project.name}
      code={<Code>{project.key}</Code>}
      marks={
        project.archived_at && (
          <Status tone="quiet">
            <Trans>Archived</Trans>
          </Status>
        )
      }
      actions={<ProjectActions project={project} />}
      side={
        <Facts
          facts={[
            [t`Key`, <Code key="key">{project.key}</Code>],
            [t`Lead`, lead?.name && <Person name={lead.name} />],
            [t`Default assignee`, default_assignee?.name && <Person name={default_assignee.name} />],
            [t`Issues`, String(project.issue_count)],
            [t`Created`, <When key="at" at={project.created_at} />],
          ]}
        />
      }
    >
      {project.description && (
        <Section title={t`Description`}>
          <p className="prose">{project.description}</p>
        </Section>
      )}
      {types.data && (
        <Section title={t`Issue types`}>
          <ul className="line-list">
            {types.data
              .filter(
                ({ is_active, project_ids }) =>
                  is_active && (project_ids.length === 0 || project_ids.includes(project_id)),
              )
              .map(({ id, name, key }) => (
                <li key={id}>
                  <span>{name}</span>
                  <Code>{key}</Code>
                </li>
              ))}
          </ul>
        </Section>
      )}
      {groups.data && (
        <Section title={t`Groups of the project`}>
          {groups.data.length === 0 && (
            <p className="hint">
              <Trans>No group is limited to the project.</Trans>
            </p>
          )}
          <ul className="line-list">
            {groups.data.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </Section>
      )}
    </RecordPage>
  )
}

function ProjectActions({ project }: { readonly project: Project }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { slug } = useTenant()
  const can = useCan()
  const [isEditing, setEditing] = useState(false)
  const { id, name, is_shared, archived_at } = project
  const params = { project_id: id }
  const mayWrite = can('projects:write', id) && !is_shared
  const archive = () => api.projects.archive(params)
  const restore = () => api.projects.restore(params)
  const moves: readonly Move<unknown>[] = [
    {
      id: 'archive',
      label: t`Archive`,
      isOffered: mayWrite && archived_at === null,
      run: archive,
      done: t`${name} was archived.`,
      undo: restore,
    },
    {
      id: 'restore',
      label: t`Restore`,
      isOffered: mayWrite && archived_at !== null,
      run: restore,
      done: t`${name} was restored.`,
      undo: archive,
    },
    {
      id: 'delete',
      label: t`Delete`,
      isOffered: can('projects:delete', id) && !is_shared,
      isDangerous: true,
      warning: t`It is gone for good. A project with issues or assets can only be archived.`,
      run: async () => {
        await api.projects.delete(params)
        void navigate({ to: '/t/$tenant/projects', params: { tenant: slug } })
      },
      done: t`${name} was deleted.`,
    },
  ]
  return (
    <>
      {mayWrite && archived_at === null && (
        <button type="button" className="button outlined small" onClick={() => setEditing(true)}>
          <Trans>Edit</Trans>
        </button>
      )}
      <Moves of={name} moves={moves} touches={['projects']} buttons={0} />
      {isEditing && (
        <ProjectForm
          project={project}
          onClose={() => setEditing(false)}
          onDone={(saved) => {
            setEditing(false)
            void askAnew(queries, { queryKey: ['projects'] })
            toast(t`${saved.name} was saved.`)
          }}
        />
      )}
    </>
  )
}
