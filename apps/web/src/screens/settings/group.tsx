import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { History } from '../../records/history.tsx'
import { type Move, Moves } from '../../records/moves.tsx'
import { useOpenForm } from '../../records/open-form.ts'
import { RecordPage, UnloadedRecord } from '../../records/record-page.tsx'
import { Facts, Section } from '../../records/section.tsx'
import { useDeletion } from '../../records/usual-moves.ts'
import { refetch } from '../../refetch.ts'
import { Status } from '../../ui/marks.tsx'
import { toast } from '../../ui/toasts.tsx'
import { When } from '../../ui/when.tsx'
import { GroupForm } from './group-form.tsx'
import { GroupMembers } from './group-members.tsx'
import { PermissionList } from './permission-list.tsx'
import { PermissionsForm } from './permissions-form.tsx'

/** The page of one group: its permissions, members and history. */
export function GroupPage() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const can = useCan()
  const mayWrite = can('groups:write')
  const mayDelete = can('groups:delete')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [open, setOpen] = useOpenForm<'names' | 'permissions'>('group')
  const { group: group_id } = useParams({ from: '/t/$tenant/settings/groups/$group' })
  const within = {
    text: t`Groups`,
    link: { to: '/t/$tenant/settings/groups', params: { tenant: slug } },
  } as const
  const query = useQuery({
    queryKey: ['groups', group_id],
    queryFn: ({ signal }) => api.groups.get({ group_id }, { signal, include: ['project'] }),
  })
  const deletion = useDeletion({
    record: query.data,
    name: query.data?.name ?? '',
    mayDelete: mayDelete && query.data?.is_builtin === false && query.data.is_grantable,
    remove: () => api.groups.delete({ group_id }),
    onRemoved: () => void navigate(within.link),
  })
  if (!query.data) return <UnloadedRecord query={query} within={within} />
  const group = query.data
  const { name, key, is_builtin, archived_at } = group
  const mayGrant = mayWrite && group.is_grantable
  const moves: readonly Move<unknown>[] = [
    {
      id: 'archive',
      label: t`Archive`,
      isOffered: mayGrant && !is_builtin && archived_at === null,
      warning: t`Its members lose its permissions.`,
      run: () => api.groups.archive({ group_id }),
      done: t`${name} was archived.`,
      undo: () => api.groups.restore({ group_id }),
    },
    {
      id: 'restore',
      label: t`Restore`,
      isOffered: mayGrant && archived_at !== null,
      run: () => api.groups.restore({ group_id }),
      done: t`${name} grants its permissions again.`,
    },
    deletion,
  ]
  const button = (text: string, part: 'names' | 'permissions') => (
    <button type="button" className="button outlined small" onClick={() => setOpen(part)}>
      {text}
    </button>
  )
  return (
    <RecordPage
      within={within}
      title={name}
      marks={archived_at && <Status tone="quiet">{t`Archived`}</Status>}
      actions={
        <>
          {mayWrite && archived_at === null && button(t`Edit`, 'names')}
          <Moves of={name} moves={moves} touches={['groups', 'me']} buttons="next" />
        </>
      }
      side={
        <Facts
          facts={[
            [t`Scope`, group.project_id === null ? t`The whole organisation` : group.project?.name],
            [t`Description`, group.description],
            [t`Built in`, is_builtin && t`Yes`],
            [t`Created`, <When key="at" at={group.created_at} />],
          ]}
        />
      }
    >
      <Section
        title={t`Permissions`}
        action={
          mayGrant &&
          archived_at === null &&
          (!is_builtin || key === 'users') &&
          !group.permissions.includes('*') &&
          button(t`Change permissions`, 'permissions')
        }
      >
        <PermissionList permissions={group.permissions} />
        {group.permissions.includes('*') && (
          <p className="hint">
            <Trans>Members of this group are owners.</Trans>
          </p>
        )}
      </Section>
      <GroupMembers group={group} />
      {open === 'permissions' && <PermissionsForm group={group} onClose={() => setOpen()} />}
      {open === 'names' && (
        <GroupForm
          group={group}
          onClose={() => setOpen()}
          onDone={({ name: what }) => {
            setOpen()
            void refetch(queries, { queryKey: ['groups'] })
            toast(t`${what} was saved.`)
          }}
        />
      )}
      <History
        key={`history ${group_id}`}
        queryKey={['groups', group_id]}
        page={(query, options) =>
          api.groups.history.list.safe({ group_id }, { ...query, include: ['actor'] }, options)
        }
      />
    </RecordPage>
  )
}
