import { useLingui } from '@lingui/react/macro'
import { Views } from '../../app/place-links.tsx'

/** The enrollments, and the list of a class. */
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
