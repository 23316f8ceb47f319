import type { Group, Membership } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { useCan } from '../../records/can.ts'
import { type Move, MoveDialog, Moves, useMove } from '../../records/moves.tsx'
import { useOpenForm } from '../../records/open-form.ts'
import { pickableGroups, pickableUsers } from '../../records/pickables.ts'
import { Section } from '../../records/section.tsx'
import { Person } from '../../ui/marks.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { IndirectMembers } from './indirect-members.tsx'
import { isOfLastOwner } from './queries.ts'

/** The direct members of a group (people, programs and groups), and the members of the groups within it. */
export function GroupMembers({ group }: { readonly group: Group }) {
  const { t } = useLingui()
  const isWriter = useCan()('groups:write')
  const mayWrite = isWriter && group.is_grantable
  const make = useMove(['groups'])
  const [adding, setAdding] = useOpenForm<'user_id' | 'member_group_id'>('member')
  const { id: group_id } = group
  const query = useQuery({
    queryKey: ['groups', group_id, 'members'],
    queryFn: ({ signal }) => api.groups.memberships.list({ group_id }, { limit: 500 }, { signal }),
  })
  const add: Move<unknown> = {
    id: 'add',
    label: t`Add a member`,
    isOffered: mayWrite,
    fields: [
      adding === 'user_id'
        ? { kind: 'record', name: 'user_id', label: t`Member`, of: pickableUsers, isRequired: true }
        : { kind: 'record', name: 'member_group_id', label: t`Group`, of: pickableGroups, isRequired: true },
    ],
    run: (body) => api.groups.memberships.create({ group_id }, body),
    done: t`${group.name} has a new member.`,
  }
  const removing = ({ id: membership_id, member }: Membership): Move<unknown> => ({
    id: 'remove',
    label: t`Remove from the group`,
    isOffered: mayWrite && !isOfLastOwner(group),
    isDangerous: true,
    warning: t`${member.name} immediately loses the permissions that only ${group.name} gives.`,
    run: () => api.groups.memberships.delete({ group_id, membership_id }),
    done: t`${member.name} was removed from ${group.name}.`,
  })
  return (
    <Section
      title={t`Members`}
      action={
        mayWrite &&
        group.archived_at === null && (
          <span className="page-actions">
            <button type="button" className="button outlined small" onClick={() => setAdding('user_id')}>
              <Trans>Add a member</Trans>
            </button>
            <button
              type="button"
              className="button outlined small"
              onClick={() => setAdding('member_group_id')}
            >
              <Trans>Add a group</Trans>
            </button>
          </span>
        )
      }
    >
      {isWriter && !mayWrite && (
        <p className="hint">
          <Trans>
            To add or remove members, you need all permissions of this group and of the groups that it is in.
          </Trans>
        </p>
      )}
      {mayWrite && isOfLastOwner(group) && (
        <p className="hint">
          <Trans>
            An organisation always has an owner. The last owner can only be removed after another one is
            added.
          </Trans>
        </p>
      )}
      {!query.data && <Unloaded query={query} />}
      {query.data?.length === 0 && (
        <p className="hint">
          <Trans>Nobody is in this group, so nobody has its permissions.</Trans>
        </p>
      )}
      {query.data?.some(({ member_type }) => member_type === 'group') && (
        <h3>
          <Trans>Direct members</Trans>
        </h3>
      )}
      <ul className="line-list">
        {query.data?.map((membership) => (
          <li key={membership.id}>
            <Person name={membership.member.name} />
            {membership.member_type === 'group' && (
              <span className="hint">
                <Trans>a group, with all who are in it</Trans>
              </span>
            )}
            <span className="at-end">
              <Moves
                of={membership.member.name}
                moves={[removing(membership)]}
                touches={['groups']}
                buttons={0}
              />
            </span>
          </li>
        ))}
      </ul>
      {query.data?.some(({ member_type }) => member_type === 'group') && (
        <IndirectMembers group_id={group_id} />
      )}
      {adding && <MoveDialog move={add} of={group.name} make={make} onClose={() => setAdding()} />}
    </Section>
  )
}
