import type { Group, MyPermissions } from '@commonhold/contract'
import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { permissionKinds } from './permission-words.ts'

/** What the user may do with one kind of record, and the groups that grant it. */
export interface Right {
  /** Unique, also for two projects with the same name. */
  readonly key: string
  readonly what: string
  readonly actions: readonly string[]
  readonly because: readonly string[]
}

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
  return permissionKinds.flatMap(({ kind, label, actions }) => {
    const held = Object.entries(actions).filter(([permission]) => permissions.includes(permission))
    if (held.length === 0) return []
    return {
      key: `${kind} ${projectId}`,
      what: i18n._(label) + suffix,
      actions: held.map(([, action]) => i18n._(action)),
      because: because(held.map(([permission]) => permission)),
    }
  })
}
