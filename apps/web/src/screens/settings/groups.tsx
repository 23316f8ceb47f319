import type { Group } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import type { LinkProps } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { useArchivedFilter, useNameColumn } from '../../records/common-columns.tsx'
import { ListScreen } from '../../records/list-screen.tsx'
import { CutText } from '../../ui/marks.tsx'
import { GroupForm } from './group-form.tsx'

/** The list of groups, which give permissions to their members. */
export function Groups() {
  const { t } = useLingui()
  const { slug: tenant } = useTenant()
  const pageOf = ({ id }: Group): LinkProps => ({
    to: '/t/$tenant/settings/groups/$group',
    params: { tenant, group: id },
  })
  return (
    <ListScreen<Group>
      name="groups"
      title={t`Groups`}
      list={{
        page: (query, options) => api.groups.list.safe({ ...query, include: ['project'] }, options),
      }}
      sort="name"
      filters={[useArchivedFilter()]}
      columns={[
        useNameColumn(pageOf),
        {
          id: 'description',
          title: t`Description`,
          priority: 1,
          width: 'minmax(10rem, 4fr)',
          cell: ({ description }) => <CutText text={description} />,
        },
        {
          id: 'project',
          title: t`Scope`,
          width: 'minmax(11.5rem, 1fr)',
          cell: ({ project, project_id }) => (
            <span>{project_id === null ? t`The whole organisation` : (project?.name ?? t`One project`)}</span>
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
      empty={{
        icon: UsersRound,
        title: t`No groups yet`,
        text: t`A group gives its members permissions, in the whole organisation or in one project.`,
      }}
      add={{
        label: t`New group`,
        isOffered: useCan()('groups:write'),
        form: (events) => <GroupForm {...events} />,
        pageOf,
      }}
    />
  )
}
