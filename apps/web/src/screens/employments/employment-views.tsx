import { useLingui } from '@lingui/react/macro'
import { Views } from '../../app/place-links.tsx'

/** The employments, and the types of their assignments. */
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
