import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { groupsQuery } from './queries.ts'

/** Checkboxes for the groups to which the user may add others. The form value `group_ids` has one id in each line. */
export function GroupChoices({ hint, error }: { readonly hint: string; readonly error: string | undefined }) {
  const { t } = useLingui()
  const groups = (useQuery(groupsQuery).data ?? []).filter(({ is_grantable }) => is_grantable)
  return (
    <fieldset className="check-list">
      <legend>{t`Groups`}</legend>
      <p className="hint">{hint}</p>
      {error && <p className="error">{error}</p>}
      {groups.map(({ id, name, description }) => (
        <label key={id} className="check">
          <input type="checkbox" name="group_ids" value={id} />
          <span>
            {name}
            {description && <span className="hint">{description}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
