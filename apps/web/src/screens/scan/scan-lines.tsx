import { useLingui } from '@lingui/react/macro'
import { Status } from '../../ui/marks.tsx'
import { AssetLink } from '../assets/asset-link.tsx'
import { RepairLink } from '../repairs/repair-link.tsx'
import type { Line } from './session.ts'

/** What the button of a line acts on. */
export interface Subject {
  /** The name of the asset. */
  readonly name: string
}

/** What the button of a line does. */
export interface LineAction<S extends Subject> {
  /** Typed in place of a code, it does the same for the latest line that has a button. */
  readonly code: string
  readonly label: string
  /** The text if no line has a button. */
  readonly none: string
  /** Returns a text about what was done. Throws if it is refused. */
  readonly run: (subject: S) => Promise<string>
}

interface ScanLinesProps<S extends Subject> {
  readonly lines: readonly Line<S>[]
  readonly action: LineAction<S> | undefined
  readonly onAct: (line: Line<S>, name: string) => void
}

/** A line for every scan, with a button if something can be done about it. */
export function ScanLines<S extends Subject>({ lines, action, onAct }: ScanLinesProps<S>) {
  const { t } = useLingui()
  const meanings = { good: undefined, caution: t`Attention`, problem: t`Not done` }
  return (
    <ol className="line-list" aria-label={t`Scans`} aria-live="polite">
      {lines.map((line) => (
        <li key={line.id}>
          {line.asset && <AssetLink asset={line.asset}>{line.asset.asset_tag}</AssetLink>}
          <Status tone={line.tone}>
            {meanings[line.tone] && <span className="unseen">{meanings[line.tone]}: </span>}
            {line.text}
          </Status>
          {line.repair_id && <RepairLink id={line.repair_id} title={t`Open the repair`} />}
          {action && line.subject && (
            <span className="at-end">
              <button
                type="button"
                className="button quiet small"
                aria-label={`${action.label}: ${line.subject.name}`}
                onClick={() => onAct(line, line.subject?.name ?? '')}
              >
                {action.label}
              </button>
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
