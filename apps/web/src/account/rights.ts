import type { Group, MyPermissions } from '@commonhold/contract'

/** What one may do with one kind of record, and the groups that grant it. */
export interface Right {
  readonly what: string
  readonly actions: readonly string[]
  readonly because: readonly string[]
}

const words = (name: string) => name.replaceAll('_', ' ')
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Permissions gathered by kind of record; `*` is everything. */
export function rightsOf(
  { permissions, projects }: MyPermissions,
  groups: readonly Pick<Group, 'name' | 'permissions' | 'project_id'>[],
): Right[] {
  const everywhere = gathered(
    permissions,
    groups.filter(({ project_id }) => project_id === null),
    '',
  )
  const inProjects = projects.flatMap((project) =>
    gathered(
      project.permissions,
      groups.filter(({ project_id }) => project_id === project.project_id),
      ' of a project',
    ),
  )
  return [...everywhere, ...inProjects]
}

function gathered(
  permissions: readonly string[],
  groups: readonly Pick<Group, 'name' | 'permissions'>[],
  suffix: string,
): Right[] {
  const because = (wanted: readonly string[]) =>
    groups
      .filter((group) => group.permissions.some((one) => one === '*' || wanted.includes(one)))
      .map(({ name }) => name)
  if (permissions.includes('*'))
    return [{ what: `Everything${suffix}`, actions: ['everything'], because: because(['*']) }]
  const kinds = Map.groupBy(permissions, (permission) => permission.split(':')[0] ?? permission)
  return [...kinds].map(([kind, held]) => ({
    what: capitalized(words(kind)) + suffix,
    actions: held.map((permission) => words(permission.split(':')[1] ?? permission)),
    because: because(held),
  }))
}
