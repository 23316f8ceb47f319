import type { Group, MyPermissions } from '@commonhold/contract'
import { t } from '@lingui/core/macro'

/** What the user may do with one kind of record, and the groups that grant it. */
export interface Right {
  /** Unique, also for two projects with the same name. */
  readonly key: string
  readonly what: string
  readonly actions: readonly string[]
  readonly because: readonly string[]
}

const words = (name: string) => name.replaceAll('_', ' ')
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A project in a sentence. The name is undefined if the user may not read the project. */
export const projectText = (name: string | undefined) => (name === undefined ? t`one project` : `“${name}”`)

const inProject = (name: string | undefined) => {
  const project = projectText(name)
  return t` in ${project}`
}

/** Groups the permissions by kind of record; `*` grants everything. */
export function rightsOf(
  { permissions, projects }: MyPermissions,
  groups: readonly Pick<Group, 'name' | 'permissions' | 'project_id'>[],
  projectNames: ReadonlyMap<string, string>,
): Right[] {
  const everywhere = gathered(
    permissions,
    groups.filter(({ project_id }) => project_id === null),
  )
  const inProjects = projects.flatMap((project) =>
    gathered(
      project.permissions,
      groups.filter(({ project_id }) => project_id === project.project_id),
      project.project_id,
      inProject(projectNames.get(project.project_id)),
    ),
  )
  return [...everywhere, ...inProjects]
}

function gathered(
  permissions: readonly string[],
  groups: readonly Pick<Group, 'name' | 'permissions'>[],
  projectId = '',
  suffix = '',
): Right[] {
  const because = (wanted: readonly string[]) =>
    groups
      .filter((group) => group.permissions.some((one) => one === '*' || wanted.includes(one)))
      .map(({ name }) => name)
  if (permissions.includes('*'))
    return [
      { key: projectId, what: t`Everything` + suffix, actions: [t`everything`], because: because(['*']) },
    ]
  const kinds = Map.groupBy(permissions, (permission) => permission.split(':')[0] ?? permission)
  return [...kinds].map(([kind, held]) => ({
    key: `${kind} ${projectId}`,
    what: capitalized(words(kind)) + suffix,
    actions: held.map((permission) => words(permission.split(':')[1] ?? permission)),
    because: because(held),
  }))
}
