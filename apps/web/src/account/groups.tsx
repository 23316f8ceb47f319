import type { MyGroup } from '@commonhold/contract'
import { useQuery } from '@tanstack/react-query'
import { Unloaded } from '../ui/unloaded.tsx'
import { groupsQuery, permissionsQuery, projectNamesQuery } from './queries.ts'
import { projectText, rightsOf } from './rights.ts'

const NO_NAMES: ReadonlyMap<string, string> = new Map()

/** Names of projects, asked for where something is limited to one. */
const useProjectNames = (areNeeded: boolean) =>
  useQuery({ ...projectNamesQuery, enabled: areNeeded }).data ?? NO_NAMES

/** One's groups, and by which way one is in each. */
export function Groups() {
  const groups = useQuery(groupsQuery)
  const projectNames = useProjectNames(groups.data?.some(({ project_id }) => project_id !== null) ?? false)
  if (!groups.data) return <Unloaded query={groups} />
  if (groups.data.length === 0) return <p className="empty">You are in no group of this organisation.</p>
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
  return (
    <>
      <h3>{group.name}</h3>
      <p className="facts">
        <span>
          {group.project_id === null
            ? 'Whole organisation'
            : `Only in ${projectText(projectNames.get(group.project_id))}`}
        </span>
        {group.description && <span>{group.description}</span>}
      </p>
      <details>
        <summary>
          Why am I in it<span className="unseen">: {group.name}</span>
        </summary>
        <Ways group={group} />
      </details>
    </>
  )
}

function Ways({ group }: { readonly group: MyGroup }) {
  return (
    <ul className="ways">
      {group.ways.map(({ membership_id, via }) => (
        <li key={membership_id}>
          {via.length === 0
            ? 'You were added to it directly.'
            : `You are in ${[...via]
                .reverse()
                .map(({ name }) => `“${name}”`)
                .join(', which is in ')}, which is in “${group.name}”.`}
        </li>
      ))}
    </ul>
  )
}

/** What one may do, by kind of record, and which groups grant it. */
export function Rights() {
  const permissions = useQuery(permissionsQuery)
  const groups = useQuery(groupsQuery)
  const projectNames = useProjectNames((permissions.data?.projects.length ?? 0) > 0)
  if (!permissions.data) return <Unloaded query={permissions} />
  const rights = rightsOf(permissions.data, groups.data ?? [], projectNames)
  if (rights.length === 0) return <p className="empty">Nobody has given you a right here yet.</p>
  return (
    // A table that is wider than the screen scrolls by itself; the keyboard must reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable region
    <section className="table-scroll" aria-label="Rights" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">I may</th>
            <th scope="col">Because of</th>
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
