import type { Issue, IssueStatus } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useMedia } from '../../ui/use-media.ts'
import type { CardDrag } from './card-drag.tsx'
import { Lane } from './lane.tsx'

interface LanesProps {
  /** The statuses that have issues, in their order. */
  readonly statuses: readonly IssueStatus[]
  readonly countOf: (status: string) => number
  readonly parameters: Readonly<Record<string, string>>
  /** The key of the status whose lane is shown on a phone. */
  readonly chosen: string | undefined
  readonly onChoose: (status: string) => void
  readonly drag: CardDrag
  readonly onFocus: (issue: Issue, card: Element) => void
  readonly onMove: (issue: Issue) => void
}

/**
 * The lanes of the board, side by side; cards can be dragged between them. On a phone: one lane, and above it a select box for
 * the others.
 */
export function Lanes({ statuses, countOf, chosen, onChoose, drag, ...lane }: LanesProps) {
  const { t } = useLingui()
  const isSingle = useMedia('(width < 48rem)')
  const single = statuses.find(({ key }) => key === chosen) ?? statuses[0]
  const shown = isSingle ? statuses.filter((status) => status === single) : statuses
  return (
    <div className={isSingle ? 'board is-single' : 'board'}>
      {isSingle && (
        <select
          className="control"
          aria-label={t`Column`}
          value={single?.key}
          onChange={({ target }) => onChoose(target.value)}
        >
          {statuses.map(({ key, name }) => (
            <option key={key} value={key}>
              {name} ({countOf(key)})
            </option>
          ))}
        </select>
      )}
      {shown.map((status) => (
        <Lane
          key={status.id}
          status={status}
          count={countOf(status.key)}
          drag={isSingle ? undefined : drag}
          {...lane}
        />
      ))}
    </div>
  )
}
