import { employmentMoves, enrollmentMoves } from 'virtual:whole-contract'
import type { Person } from '@commonhold/contract'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api, every } from '../../api.ts'
import { useMayEdit } from '../../issues/use-may-change.ts'
import { dayAhead } from '../../preferences.ts'
import { statusOf } from '../../problem-text.ts'
import { useCan } from '../../records/can.ts'
import { Day } from '../../ui/day.tsx'
import { When } from '../../ui/when.tsx'
import { useHeld } from '../people/held.tsx'
import { openWorkQuery } from '../people/open-work.ts'
import { employmentsQuery, enrollmentsQuery } from '../people/roles.tsx'
import { groupsOfUserQuery } from '../settings/queries.ts'
import type { LeavingPart } from './leaving-part.ts'

/** The records that end when a person leaves, and the kinds of which the user cannot see all records. */
interface Leaving {
  /** The parts that the user may read, in the order in which they are ended. */
  readonly parts: readonly LeavingPart[]
  /** The titles of the parts that the user cannot read, or only in part. */
  readonly unseen: readonly string[]
}

interface Leaver {
  readonly person: Person
  /** The id of the user who gets the open issues; null assigns them to nobody. */
  readonly successor: string | null
  /** The last day (`YYYY-MM-DD`) at the schools, today or earlier. */
  readonly lastDay: string
  /** True if the user is the person who leaves. Users can leave their own groups without a permission. */
  readonly isReader: boolean
}

/** Loads everything that ends when a person leaves. */
export function useLeavingParts({ person, successor, lastDay, isReader }: Leaver): Leaving {
  const { t } = useLingui()
  const can = useCan()
  const mayEdit = useMayEdit()
  /** The day to send for a record: not before its first day. Undefined means today, or a first day in the future. */
  const dayToSend = (firstDay: string | null) => {
    const day = firstDay !== null && firstDay > lastDay ? firstDay : lastDay
    return day < dayAhead(0) ? day : undefined
  }
  const user_id = person.user_id ?? ''
  const hasUser = user_id !== ''
  const may = {
    held: can('assets:read', 'anywhere'),
    work: hasUser && can('issues:read', 'anywhere'),
    enrollments: can('education:read'),
    employments: can('employments:read'),
    keys: hasUser && can('service_accounts:read'),
    groups: hasUser && can('groups:read'),
  }
  const { query: held, mayTakeBack } = useHeld(person.id, can)
  const work = useQuery({ ...openWorkQuery(user_id), enabled: may.work })
  const enrollments = useQuery({ ...enrollmentsQuery(person.id), enabled: may.enrollments })
  const employments = useQuery({ ...employmentsQuery(person.id), enabled: may.employments })
  const keys = useQuery({
    queryKey: ['keys', 'of', user_id],
    enabled: may.keys,
    queryFn: ({ signal }) =>
      every(api.apiKeys.list.all({ user_id: [user_id], limit: 500, sort: ['name'] }, { signal })),
  })
  const groups = useQuery({ ...groupsOfUserQuery(user_id), enabled: may.groups })
  // A user who has left the last group no longer belongs to the tenant, so the answer is 404.
  const hasLeft = statusOf(groups.error) === 404
  const parts: readonly (LeavingPart & { readonly isSeen: boolean; readonly isWhole: boolean })[] = [
    {
      id: 'held',
      isSeen: may.held,
      isWhole: can('assets:read'),
      title: t`Holds now`,
      ending: (count) => plural(count, { one: 'take back # asset', other: 'take back # assets' }),
      ended: (count) => plural(count, { one: '# asset taken back', other: '# assets taken back' }),
      effect: t`Ticked items will be returned.`,
      refusal: t`To take back an item without a checkbox, you need the permission to change assets, everywhere or in the project of the asset.`,
      none: t`Nothing is handed out to this person.`,
      query: held,
      endings: (held.data ?? []).map((assignment) => {
        const { id, asset, asset_id, quantity, expected_return_date } = assignment
        return {
          id,
          tag: asset?.asset_tag,
          text: quantity > 1 ? `${asset?.name ?? asset_id} × ${quantity}` : (asset?.name ?? asset_id),
          detail: expected_return_date && (
            <Trans>
              Due back <Day on={expected_return_date} isDue />
            </Trans>
          ),
          end: mayTakeBack(assignment)
            ? () => api.assetAssignments.close({ assignment_id: id }, {})
            : undefined,
        }
      }),
    },
    {
      id: 'work',
      isSeen: may.work,
      isWhole: !hasUser || can('issues:read'),
      title: t`Open work`,
      ending: (count) => plural(count, { one: 'reassign # issue', other: 'reassign # issues' }),
      ended: (count) => plural(count, { one: '# issue reassigned', other: '# issues reassigned' }),
      effect: t`Ticked issues will be assigned to the person you choose here, or to nobody.`,
      refusal: t`To reassign an issue without a checkbox, you need the permission to change issues, everywhere or in the project of the issue. Its project must not be archived, and its status must allow changes.`,
      none: t`No open issue is assigned to this person.`,
      query: work,
      endings: (work.data ?? []).map((issue) => ({
        id: issue.id,
        text: `${issue.key} ${issue.title}`,
        detail: issue.due_date && <Day on={issue.due_date} isDue />,
        // With the version: an issue that was assigned to somebody else meanwhile stays theirs.
        end: mayEdit(issue)
          ? () =>
              api.issues.update(
                { issue_id: issue.id },
                { assignee_id: successor },
                { ifMatch: `"v${issue.version}"` },
              )
          : undefined,
      })),
    },
    {
      id: 'enrollments',
      isSeen: may.enrollments,
      isWhole: may.enrollments,
      title: t`Enrollments`,
      ending: (count) => plural(count, { one: 'end # enrollment', other: 'end # enrollments' }),
      ended: (count) => plural(count, { one: '# enrollment ended', other: '# enrollments ended' }),
      effect: t`Ticked enrollments will be withdrawn. They end on the last day, or on their first day if that is later.`,
      refusal: t`You may not end this. For that you need the permission to change education.`,
      none: t`Not enrolled at a school.`,
      endsOnLastDay: true,
      query: enrollments,
      endings: (enrollments.data ?? [])
        .filter(({ status }) => enrollmentMoves.withdraw.from.includes(status))
        .map(({ id, school, school_year, entry_date }) => ({
          id,
          text: t`Learns at ${school?.name ?? ''}`,
          detail: school_year?.name,
          end: can('education:write')
            ? () =>
                api.schoolEnrollments.withdraw(
                  { school_enrollment_id: id },
                  { exit_date: dayToSend(entry_date) },
                )
            : undefined,
        })),
    },
    {
      id: 'employments',
      isSeen: may.employments,
      isWhole: may.employments,
      title: t`Employments`,
      ending: (count) => plural(count, { one: 'end # employment', other: 'end # employments' }),
      ended: (count) => plural(count, { one: '# employment ended', other: '# employments ended' }),
      effect: t`Ticked employments will be terminated. They end on the last day, or on their first day if that is later.`,
      refusal: t`You may not end this. For that you need the permission to change employments.`,
      none: t`Not employed at a school.`,
      endsOnLastDay: true,
      query: employments,
      endings: (employments.data ?? [])
        .filter(({ status }) => employmentMoves.terminate.from.includes(status))
        .map(({ id, school, hire_date }) => ({
          id,
          text: t`Works at ${school?.name ?? ''}`,
          end: can('employments:write')
            ? () =>
                api.schoolEmployments.terminate(
                  { school_employment_id: id },
                  { end_date: dayToSend(hire_date) },
                )
            : undefined,
        })),
    },
    {
      id: 'keys',
      isSeen: may.keys,
      isWhole: !hasUser || may.keys,
      title: t`API keys`,
      ending: (count) => plural(count, { one: 'delete # API key', other: 'delete # API keys' }),
      ended: (count) => plural(count, { one: '# API key deleted', other: '# API keys deleted' }),
      effect: t`Ticked keys will be deleted. They stop working immediately in every program that uses them.`,
      refusal: t`You may not delete these. For that you need the permission to change service accounts.`,
      none: t`This person’s account has no API key here.`,
      isFinal: true,
      query: keys,
      endings: (keys.data ?? []).map(({ id, name, expires_at }) => ({
        id,
        text: name,
        detail: (
          <Trans>
            Ends <When at={expires_at} />
          </Trans>
        ),
        end: can('service_accounts:write') ? () => api.apiKeys.delete({ key_id: id }) : undefined,
      })),
    },
    {
      id: 'groups',
      isSeen: may.groups,
      isWhole: !hasUser || may.groups,
      title: t`Groups`,
      ending: (count) => plural(count, { one: 'remove from # group', other: 'remove from # groups' }),
      ended: (count) => plural(count, { one: 'removed from # group', other: 'removed from # groups' }),
      effect: t`A user who leaves the last group loses access to the organisation, and the API keys there.`,
      refusal: can('groups:write')
        ? t`Groups without a checkbox grant permissions that you do not have, so you cannot remove anybody from them.`
        : t`To remove somebody from a group without a checkbox, you need the permission to change groups.`,
      none: t`This person’s account is in no group.`,
      isFinal: true,
      query: hasLeft ? { ...groups, isPending: false, error: null } : groups,
      endings: (hasLeft ? [] : (groups.data ?? [])).map(({ group, ways }) => {
        const own = ways.find(({ via }) => via.length === 0)
        const by = ways[0]?.via.map(({ name }) => name).join(', ') ?? ''
        return {
          id: group.id,
          text: group.name,
          detail: own ? undefined : t`through ${by}`,
          isConsequence: !own,
          end:
            own && (isReader || (can('groups:write') && group.is_grantable))
              ? () => api.groups.memberships.delete({ group_id: group.id, membership_id: own.id })
              : undefined,
        }
      }),
    },
  ]
  return {
    parts: parts.filter(({ isSeen }) => isSeen),
    unseen: parts.filter(({ isWhole }) => !isWhole).map(({ title }) => title),
  }
}
