import { useLingui } from '@lingui/react/macro'
import { Views } from '../../app/place-links.tsx'

/** Links to the list of enrollments and to the class list. */
export function EnrollmentViews() {
  const { t } = useLingui()
  return (
    <Views
      views={[
        ['/t/$tenant/school-enrollments', t`Enrollments`],
        ['/t/$tenant/class-list', t`Class list`],
      ]}
    />
  )
}
