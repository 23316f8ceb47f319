import { useLingui } from '@lingui/react/macro'
import { Views } from '../../app/place-links.tsx'

/** Links to the list of issues, the board and the calendar of changes. */
export function IssueViews() {
  const { t } = useLingui()
  return (
    <Views
      views={[
        ['/t/$tenant/issues', t`List`],
        ['/t/$tenant/issues/board', t`Board`],
        ['/t/$tenant/issues/calendar', t`Changes`],
      ]}
    />
  )
}
