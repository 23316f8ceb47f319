import type { IssueTransition } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { type CardDrag, useDropTarget } from './card-drag.tsx'
import { IssueStatus } from './marks.tsx'

interface FurtherStatusesProps {
  readonly drag: CardDrag
  /** The keys of the statuses that have a lane. */
  readonly shown: readonly string[]
}

/** While a card is dragged: the statuses that it can get and that have no lane, such as those of closed issues. */
export function FurtherStatuses({ drag, shown }: FurtherStatusesProps) {
  const { t } = useLingui()
  const further = new Map(
    drag.open.filter(({ key }) => !shown.includes(key)).map((status) => [status.key, status]),
  )
  if (further.size === 0) return null
  return (
    <section className="further-statuses" aria-label={t`Further statuses`}>
      {[...further.values()].map((status) => (
        <FurtherStatus key={status.key} drag={drag} status={status} />
      ))}
    </section>
  )
}

interface FurtherStatusProps {
  readonly drag: CardDrag
  readonly status: IssueTransition['to_status']
}

function FurtherStatus({ drag, status: { key, name, category } }: FurtherStatusProps) {
  const { events } = useDropTarget(drag, key)
  return (
    <div className="further-status" {...events}>
      <IssueStatus issue={{ status: key, status_category: category }}>{name}</IssueStatus>
    </div>
  )
}
