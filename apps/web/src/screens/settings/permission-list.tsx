import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment } from 'react'
import { permissionKinds } from '../../account/permission-words.ts'
import { Facts } from '../../records/section.tsx'
import { permissionsOf } from './permission-boxes.tsx'

interface PermissionListProps {
  readonly permissions: readonly string[]
  /** Returns the names of the groups that grant a permission. Without it, no groups are shown. */
  readonly because?: (permission: string) => readonly string[]
}

/** A list of permissions in words, by kind of record. */
export function PermissionList({ permissions, because }: PermissionListProps) {
  const { t } = useLingui()
  const sourced = (text: string, wanted: readonly string[]) => {
    const groups = [...new Set(because ? wanted.flatMap(because) : [])].join(', ')
    return (
      <Fragment key={text}>
        {text}
        {groups && <span className="muted"> – {t`by ${groups}`}</span>}
      </Fragment>
    )
  }
  if (permissions.includes('*')) return <p>{sourced(t`Everything in the organisation`, ['*'])}</p>
  const facts = permissionKinds.flatMap(({ label, actions }) => {
    const held = permissionsOf(actions).filter((permission) => permissions.includes(permission))
    const words = held.map((permission) => {
      const text = actions[permission]
      return text ? t(text) : permission
    })
    return held.length === 0 ? [] : [[t(label), sourced(words.join(', '), held)] as const]
  })
  if (facts.length === 0)
    return (
      <p className="hint">
        <Trans>No permissions.</Trans>
      </p>
    )
  return <Facts facts={facts} />
}
