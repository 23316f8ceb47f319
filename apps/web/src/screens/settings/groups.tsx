import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { askAnew } from '../../ask-anew.ts'
import { useCan } from '../../records/can.ts'
import { ListPage } from '../../records/list-page.tsx'
import { ResourceTable } from '../../records/resource-table.tsx'
import { None } from '../../ui/marks.tsx'
import { GroupForm } from './group-form.tsx'

/** The groups of the organisation, which carry its permissions. */
export function Groups() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const can = useCan()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  return (
    <ListPage
      title={t`Groups`}
      action={
        can('groups:write') && (
          <button type="button" className="button primary" onClick={() => setAdding(true)}>
            <Trans>New group</Trans>
          </button>
        )
      }
    >
      <ResourceTable
        name="groups"
        label={t`Groups`}
        list={{
          page: (query, options) => api.groups.list.safe({ ...query, include: ['project'] }, options),
        }}
        sort="name"
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
        columns={[
          {
            id: 'name',
            title: t`Name`,
            isName: true,
            width: 'minmax(12rem, 1fr)',
            sort: 'name',
            cell: ({ id, name }) => (
              <Link
                className="row-link"
                to="/t/$tenant/settings/groups/$group"
                params={{ tenant: slug, group: id }}
              >
                {name}
              </Link>
            ),
          },
          {
            id: 'description',
            title: t`What it is for`,
            width: 'minmax(12rem, 2fr)',
            cell: ({ description }) => <span>{description ?? <None />}</span>,
          },
          {
            id: 'project',
            title: t`Holds in`,
            cell: ({ project, project_id }) => (
              <span>
                {project_id === null ? t`The whole organisation` : (project?.name ?? t`One project`)}
              </span>
            ),
          },
          {
            id: 'members',
            title: t`Members`,
            width: '6rem',
            isNumber: true,
            cell: ({ member_count }) => <span>{member_count}</span>,
          },
        ]}
        empty={
          <div className="empty-state">
            <UsersRound aria-hidden="true" />
            <h2>
              <Trans>No groups yet</Trans>
            </h2>
          </div>
        }
      />
      {isAdding && (
        <GroupForm
          onClose={() => setAdding(false)}
          onDone={({ id }) => {
            void askAnew(queries, { queryKey: ['groups'] })
            void navigate({
              to: '/t/$tenant/settings/groups/$group',
              params: { tenant: slug, group: id },
            })
          }}
        />
      )}
    </ListPage>
  )
}
