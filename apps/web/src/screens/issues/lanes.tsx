import type { Issue, IssueStatus } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { useWidth } from '../../records/use-width.ts'
import { Lane } from './lane.tsx'

/** Rem in which two lanes have room side by side. */
const TWO_LANES = 32

interface LanesProps {
  /** The statuses that have issues, in their order. */
  readonly statuses: readonly IssueStatus[]
  readonly countOf: (status: string) => number
  readonly parameters: Readonly<Record<string, string>>
  /** The status whose lane is shown where there is room for one. */
  readonly chosen: string | undefined
  readonly onChoose: (status: string) => void
  readonly onFocus: (issue: Issue) => void
  readonly onMove: (issue: Issue) => void
}

/** The lanes of the board beside each other; on a phone one, and above it the choice of another. */
export function Lanes({ statuses, countOf, chosen, onChoose, ...lane }: LanesProps) {
  const { t } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const isSingle = width !== undefined && width < TWO_LANES
  const single = statuses.find(({ key }) => key === chosen) ?? statuses[0]
  const shown = isSingle ? statuses.filter((status) => status === single) : statuses
  return (
    <div ref={place} className={isSingle ? 'board is-single' : 'board'}>
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
      {width !== undefined &&
        shown.map((status) => <Lane key={status.id} status={status} count={countOf(status.key)} {...lane} />)}
    </div>
  )
}
