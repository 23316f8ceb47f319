import { useLingui } from '@lingui/react/macro'
import { Views } from '../../app/place-links.tsx'

/** Links to the lists of schools, school years, calendars and grade levels. */
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
