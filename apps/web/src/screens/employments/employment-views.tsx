import { useLingui } from '@lingui/react/macro'
import { Views } from '../../app/place-links.tsx'

/** Links to the list of employments and to the list of assignment types. */
export function EmploymentViews() {
  const { t } = useLingui()
  return (
    <Views
      views={[
        ['/t/$tenant/school-employments', t`Employments`],
        ['/t/$tenant/employment-assignment-types', t`Types of assignments`],
      ]}
    />
  )
}
