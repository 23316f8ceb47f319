import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { History } from '../../records/history.tsx'
import { type Move, Moves } from '../../records/moves.tsx'
import { RecordPage, UnloadedRecord } from '../../records/record-page.tsx'
import { Facts, Section } from '../../records/section.tsx'
import { Status } from '../../ui/marks.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { When } from '../../ui/when.tsx'
import { PermissionsOfMember } from './permissions-of-member.tsx'
import { groupsOfUserQuery, isOfLastOwner } from './queries.ts'

/** The page of one member: groups, permissions with the groups that grant them, and history. */
export function MemberPage() {
  const { t } = useLingui()
  const { slug, name: tenantName } = useTenant()
  const can = useCan()
  const navigate = useNavigate()
  const { member: user_id } = useParams({ from: '/t/$tenant/settings/members/$member' })
  const within = {
    text: t`Members`,
    link: { to: '/t/$tenant/settings/members', params: { tenant: slug } },
  } as const
  const query = useQuery({
    queryKey: ['users', user_id],
    queryFn: ({ signal }) => api.users.get({ user_id }, { signal }),
  })
  const groups = useQuery({ ...groupsOfUserQuery(user_id), enabled: can('groups:read') })
  if (!query.data) return <UnloadedRecord query={query} within={within} />
  const { display_name, email, status, last_sign_in_at, email_verified_at } = query.data
  const name = display_name ?? email ?? user_id
  const remove: Move<unknown> = {
    id: 'remove',
    label: t`Remove from the organisation`,
    isOffered:
      can('groups:write') &&
      groups.data?.every(({ group }) => group.is_grantable && !isOfLastOwner(group)) === true,
    isDangerous: true,
    warning: t`${name} leaves every group of ${tenantName} and loses access immediately. Their API keys there stop working. The account itself stays.`,
    run: async () => {
      await api.members.delete({ user_id })
      await navigate(within.link)
    },
    done: t`${name} was removed.`,
  }
  return (
    <RecordPage
      within={within}
      title={name}
      marks={
        status === 'deactivated' ? (
          <Status tone="quiet">{t`Deactivated`}</Status>
        ) : (
          <Status tone="good">{t({ message: 'Active', context: 'person' })}</Status>
        )
      }
      actions={<Moves of={name} moves={[remove]} touches={['users', 'groups']} buttons="next" />}
      side={
        <Facts
          facts={[
            [t`Email`, email],
            [t`Confirmed`, email_verified_at && <When at={email_verified_at} />],
            [t`Last sign-in`, last_sign_in_at && <When at={last_sign_in_at} />],
          ]}
        />
      }
    >
      <Section title={t`Groups`}>
        <ul className="line-list">
          {(groups.data ?? []).map(({ group, ways }) => (
            <li key={group.id}>
              <Link
                className="row-link"
                to="/t/$tenant/settings/groups/$group"
                params={{ tenant: slug, group: group.id }}
              >
                {group.name}
              </Link>
              <span className="hint">
                {ways.map(({ id, via }) => (
                  <span key={id}>
                    {via.length === 0 ? (
                      <Trans>a direct member</Trans>
                    ) : (
                      <Trans>by way of {via.map((link) => link.name).join(', ')}</Trans>
                    )}{' '}
                  </span>
                ))}
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t`Permissions and their groups`}>
        {groups.data ? (
          <PermissionsOfMember groups={groups.data.map(({ group }) => group)} />
        ) : (
          can('groups:read') && <Unloaded query={groups} />
        )}
      </Section>
      <History
        key={`history ${user_id}`}
        queryKey={['users', user_id]}
        page={(query, options) =>
          api.users.history.list.safe({ user_id }, { ...query, include: ['actor'] }, options)
        }
      />
    </RecordPage>
  )
}
