import type { Group } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { PermissionList } from './permission-list.tsx'

interface PermissionsOfMemberProps {
  /** All groups that the member is in. */
  readonly groups: readonly Group[]
}

/** The permissions of a member in the whole organisation and in projects, with the groups that grant them. */
export function PermissionsOfMember({ groups }: PermissionsOfMemberProps) {
  const { t } = useLingui()
  const { whole = [], projects = [] } = Object.groupBy(groups, ({ project_id }) =>
    project_id === null ? 'whole' : 'projects',
  )
  return (
    <>
      <Granted by={whole} />
      {[...Map.groupBy(projects, ({ project_id }) => project_id)].map(([id, of]) => {
        const project = of[0]?.project?.name ?? t`one project`
        return (
          <section key={id} aria-label={t`In ${project}`}>
            <h3>{t`In ${project}`}</h3>
            <Granted by={of} />
          </section>
        )
      })}
    </>
  )
}

function Granted({ by }: { readonly by: readonly Group[] }) {
  return (
    <PermissionList
      permissions={by.flatMap(({ permissions }) => permissions)}
      because={(permission) =>
        by
          .filter(({ permissions }) => permissions.some((one) => one === permission || one === '*'))
          .map(({ name }) => name)
      }
    />
  )
}
