import type { Group, Me } from '@commonhold/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Unloaded } from '../ui/unloaded.tsx'
import { groupsQuery, permissionsQuery, waysQuery } from './queries.ts'
import { rightsOf } from './rights.ts'

/** One's groups, and by which way one is in each. */
export function Groups({ me }: { readonly me: Me }) {
  const groups = useQuery(groupsQuery)
  if (!groups.data) return <Unloaded query={groups} />
  if (groups.data.length === 0) return <p className="empty">You are in no group of this organisation.</p>
  return (
    <ul className="rows">
      {groups.data.map((group) => (
        <li key={group.id}>
          <GroupItem group={group} me={me} />
        </li>
      ))}
    </ul>
  )
}

function GroupItem({ group, me }: { readonly group: Group; readonly me: Me }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <h3>{group.name}</h3>
      <p className="facts">
        <span>{group.project_id === null ? 'Whole organisation' : 'One project'}</span>
        {group.description && <span>{group.description}</span>}
      </p>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          Why am I in it<span className="unseen">: {group.name}</span>
        </summary>
        {open && <Ways group={group} me={me} />}
      </details>
    </>
  )
}

function Ways({ group, me }: { readonly group: Group; readonly me: Me }) {
  const ways = useQuery(waysQuery(group.id, me.id))
  if (!ways.data) return <Unloaded query={ways} />
  return (
    <ul className="ways">
      {ways.data.map(({ id, via }) => (
        <li key={`${id} ${via.map((step) => step.id).join()}`}>
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
  if (!permissions.data) return <Unloaded query={permissions} />
  const rights = rightsOf(permissions.data, groups.data ?? [])
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
          {rights.map(({ what, actions, because }) => (
            <tr key={what}>
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
