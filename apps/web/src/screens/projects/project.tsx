import type { Project } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { isId } from '../../app/code-match.ts'
import { FoundByCode } from '../../app/found-by-code.tsx'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { History } from '../../records/history.tsx'
import { RecordActions } from '../../records/record-actions.tsx'
import { RecordPage } from '../../records/record-page.tsx'
import { RowLink } from '../../records/row-link.tsx'
import { Facts, Section } from '../../records/section.tsx'
import { useIsOwn } from '../../records/use-is-own.ts'
import { useUsualMoves } from '../../records/usual-moves.ts'
import { ANY } from '../../records/view.ts'
import { Markdown } from '../../ui/markdown.tsx'
import { Code, Person, Status } from '../../ui/marks.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { When } from '../../ui/when.tsx'
import { typesQuery } from '../configuration/queries.ts'
import { FirstIssues } from '../issues/first-records.tsx'
import { ProjectForm } from './project-form.tsx'

/** The page of one project: its facts, open issues, issue types, groups and history. */
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
    enabled: isId(project_id),
    queryFn: ({ signal }) =>
      api.projects.get({ project_id }, { signal, include: ['lead', 'default_assignee'] }),
  })
  const types = useQuery({ ...typesQuery, enabled: can('issue_configuration:read') })
  const groups = useQuery({
    queryKey: ['projects', project_id, 'groups'],
    queryFn: ({ signal }) =>
      api.projects.groups.list({ project_id }, { limit: 500, sort: ['name'] }, { signal }),
    enabled: isId(project_id) && can('groups:read'),
  })
  if (!query.data) return <FoundByCode type="project" code={project_id} query={query} within={within} />
  const project = query.data
  const { lead, default_assignee } = project
  return (
    <RecordPage
      within={within}
      title={project.name}
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
            [
              t`Issues`,
              can('issues:read', project_id) ? (
                <RowLink
                  link={{
                    to: '/t/$tenant/issues',
                    params: { tenant: slug },
                    search: { project_id, is_closed: ANY },
                  }}
                >
                  {String(project.issue_count)}
                </RowLink>
              ) : (
                String(project.issue_count)
              ),
            ],
            [t`Created`, <When key="at" at={project.created_at} />],
          ]}
        />
      }
    >
      {project.description && (
        <Section title={t`Description`}>
          <Markdown text={project.description} />
        </Section>
      )}
      {can('issues:read', project_id) && (
        <FirstIssues
          title={t`Open issues`}
          query={{ project_id, is_closed: 'false' }}
          empty={<Trans>No open issues.</Trans>}
        />
      )}
      {(types.data || types.isLoading) && (
        <Section title={t`Issue types`}>
          {types.isLoading && <SkeletonLines />}
          <ul className="line-list">
            {(types.data ?? [])
              .filter(
                ({ is_active, project_ids }) =>
                  is_active && (project_ids.length === 0 || project_ids.includes(project_id)),
              )
              .map(({ id, name }) => (
                <li key={id}>{name}</li>
              ))}
          </ul>
        </Section>
      )}
      {(groups.data || groups.isLoading) && (
        <Section title={t`Groups of the project`}>
          {groups.isLoading && <SkeletonLines />}
          {groups.data?.length === 0 && (
            <p className="hint">
              <Trans>No group has permissions in this project alone.</Trans>
            </p>
          )}
          <ul className="line-list">
            {groups.data?.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </Section>
      )}
      <History
        key={`history ${project_id}`}
        queryKey={['projects', project_id]}
        page={(query, options) =>
          api.projects.history.list.safe({ project_id }, { ...query, include: ['actor'] }, options)
        }
      />
    </RecordPage>
  )
}

function ProjectActions({ project }: { readonly project: Project }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { slug } = useTenant()
  const can = useCan()
  const isOwn = useIsOwn()(project)
  const { id, name, archived_at } = project
  const params = { project_id: id }
  const mayWrite = can('projects:write', id) && isOwn
  const usual = useUsualMoves<Project>({
    record: project,
    name,
    mayWrite,
    mayDelete: can('projects:delete', id) && isOwn,
    archive: () => api.projects.archive(params),
    restore: () => api.projects.restore(params),
    remove: () => api.projects.delete(params),
    onRemoved: () => void navigate({ to: '/t/$tenant/projects', params: { tenant: slug } }),
  })
  const warning = t`It is deleted permanently. A project with issues or assets can only be archived.`
  return (
    <RecordActions<Project>
      of={name}
      touches={['projects']}
      moves={usual.map((move) => (move.id === 'delete' ? { ...move, warning } : move))}
      mayEdit={mayWrite && archived_at === null}
      form={(events) => <ProjectForm project={project} {...events} />}
    />
  )
}
