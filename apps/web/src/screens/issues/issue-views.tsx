import { useLingui } from '@lingui/react/macro'
import { Views } from '../../app/place-links.tsx'

/** The ways to look at issues: list, board, calendar of changes. */
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
