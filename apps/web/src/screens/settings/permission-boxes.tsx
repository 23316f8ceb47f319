import type { Permission } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { permissionKinds } from '../../account/permission-words.ts'

interface PermissionBoxesProps {
  readonly legend: string
  /** The name of the form field. Its value has one permission in each line. */
  readonly name: string
  readonly held: readonly string[]
  /** Returns true if the permission can be chosen. A permission in `held` is always shown. */
  readonly isOffered: (permission: Permission) => boolean
}

/** Checkboxes for permissions, by kind of record. */
export function PermissionBoxes({ legend, name, held, isOffered }: PermissionBoxesProps) {
  const { t } = useLingui()
  return (
    <fieldset className="check-list">
      <legend>{legend}</legend>
      {permissionKinds.map(({ kind, label, actions }) => {
        const offered = permissionsOf(actions).filter(
          (permission) => isOffered(permission) || held.includes(permission),
        )
        if (offered.length === 0) return null
        return (
          <fieldset key={kind} className="permission-row">
            <legend>{t(label)}</legend>
            <div>
              {offered.map((permission) => {
                const words = actions[permission]
                return (
                  <label key={permission} className="check">
                    <input
                      type="checkbox"
                      name={name}
                      value={permission}
                      defaultChecked={held.includes(permission)}
                    />
                    {words && t(words)}
                  </label>
                )
              })}
            </div>
          </fieldset>
        )
      })}
    </fieldset>
  )
}

/** The permissions of a kind. */
export const permissionsOf = (actions: Partial<Record<Permission, unknown>>) =>
  Object.keys(actions) as Permission[]
