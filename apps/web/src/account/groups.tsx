import type { MyGroup } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Unloaded } from '../ui/unloaded.tsx'
import { groupsQuery, permissionsQuery, projectNamesQuery } from './queries.ts'
import { projectText, rightsOf } from './rights.ts'

const NO_NAMES: ReadonlyMap<string, string> = new Map()

/** Names of projects by id. They are requested only if a group or a permission is limited to a project. */
const useProjectNames = (areNeeded: boolean) =>
  useQuery({ ...projectNamesQuery, enabled: areNeeded }).data ?? NO_NAMES

/** The user's groups, and why the user is in each: directly, or through other groups. */
export function Groups() {
  const groups = useQuery(groupsQuery)
  const projectNames = useProjectNames(groups.data?.some(({ project_id }) => project_id !== null) ?? false)
  if (!groups.data) return <Unloaded query={groups} />
  if (groups.data.length === 0)
    return (
      <p className="empty">
        <Trans>You are in no group of this organisation.</Trans>
      </p>
    )
  return (
    <ul className="rows">
      {groups.data.map((group) => (
        <li key={group.id}>
          <GroupItem group={group} projectNames={projectNames} />
        </li>
      ))}
    </ul>
  )
}

interface GroupItemProps {
  readonly group: MyGroup
  readonly projectNames: ReadonlyMap<string, string>
}

function GroupItem({ group, projectNames }: GroupItemProps) {
  const { t } = useLingui()
  const project = projectText(projectNames.get(group.project_id ?? ''))
  return (
    <>
      <h3>{group.name}</h3>
      <p className="facts">
        <span>{group.project_id === null ? t`Whole organisation` : t`Only in ${project}`}</span>
        {group.description && <span>{group.description}</span>}
      </p>
      <details>
        <summary>
          <Trans>Why am I in it</Trans>
          <span className="unseen">: {group.name}</span>
        </summary>
        <Ways group={group} />
      </details>
    </>
  )
}

function Ways({ group }: { readonly group: MyGroup }) {
  const { t } = useLingui()
  const within = (via: MyGroup['ways'][number]['via']) => {
    const path = [...via]
      .reverse()
      .map(({ name }) => `“${name}”`)
      .join(t`, which is in `)
    return t`You are in ${path}, which is in “${group.name}”.`
  }
  return (
    <ul className="ways">
      {group.ways.map(({ membership_id, via }) => (
        <li key={membership_id}>{via.length === 0 ? t`You were added to it directly.` : within(via)}</li>
      ))}
    </ul>
  )
}

/** What the user may do, by kind of record, and the groups that grant it. */
export function Rights() {
  const { t } = useLingui()
  const permissions = useQuery(permissionsQuery)
  const groups = useQuery(groupsQuery)
  const projectNames = useProjectNames((permissions.data?.projects.length ?? 0) > 0)
  if (!permissions.data) return <Unloaded query={permissions} />
  const rights = rightsOf(permissions.data, groups.data ?? [], projectNames)
  if (rights.length === 0)
    return (
      <p className="empty">
        <Trans>You have no permissions here yet.</Trans>
      </p>
    )
  return (
    // A table that is wider than the screen scrolls in a separate region; the keyboard must reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable region
    <section className="table-scroll" aria-label={t`Rights`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <Trans>What</Trans>
            </th>
            <th scope="col">
              <Trans>I may</Trans>
            </th>
            <th scope="col">
              <Trans>Because of</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {rights.map(({ key, what, actions, because }) => (
            <tr key={key}>
              <th scope="row">{what}</th>
              <td>{actions.join(', ')}</td>
              <td>{because.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
