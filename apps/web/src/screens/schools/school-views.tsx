import { useLingui } from '@lingui/react/macro'
import { Views } from '../../app/place-links.tsx'

/** The schools, and what they have in common. */
export function SchoolViews() {
  const { t } = useLingui()
  return (
    <Views
      views={[
        ['/t/$tenant/schools', t`Schools`],
        ['/t/$tenant/school-years', t`School years`],
        ['/t/$tenant/school-calendars', t`Calendars`],
        ['/t/$tenant/school-grade-levels', t`Grade levels`],
      ]}
    />
  )
}
