import { isProjectPermission, permissionNames } from '@commonhold/contract'
import { invalid } from '../kernel/problem.ts'

const LONGEST_KEY = 48

/** Permissions in their order, each once. */
export const tidyPermissions = <P extends string>(permissions: readonly P[]): P[] =>
  [...new Set(permissions)].sort()

/** A group of one project grants what can be told apart by project, and nothing else. */
export function assertFitProject(projectId: string | null | undefined, permissions: readonly string[]): void {
  if (!projectId) return
  const faults = permissions.flatMap((permission, at) =>
    isProjectPermission(permission)
      ? []
      : [
          {
            field: `/permissions/${at}`,
            code: 'not_allowed_value' as const,
            message: 'a group of one project holds permissions on projects, issues and assets only',
            allowed: permissionNames.filter(isProjectPermission),
          },
        ],
  )
  if (faults.length > 0) throw invalid(...faults)
}

/** A name for programs: Latin letters, digits and underscores. `group` where the name has none. */
export function groupKeyStem(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
    .slice(0, LONGEST_KEY - 8)
    .replace(/_+$/, '')
  return plain || 'group'
}

/** The first of `stem`, `stem_2`, `stem_3` that is not taken. */
export function freeName(stem: string, taken: ReadonlySet<string>, separator: string): string {
  if (!taken.has(stem)) return stem
  for (let number = 2; ; number += 1) {
    const candidate = `${stem}${separator}${number}`
    if (!taken.has(candidate)) return candidate
  }
}
