import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Section } from '../../records/section.tsx'
import { Code } from '../../ui/marks.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import type { Refused } from './end-all.ts'
import type { Ending, LeavingPart } from './leaving-part.ts'

interface PartSectionProps {
  readonly part: LeavingPart
  readonly isTicked: (id: string) => boolean
  readonly onTicked: (ids: readonly string[], areTicked: boolean) => void
  /** The records that the last attempt could not end. */
  readonly refused: readonly Refused[]
  /** Explains why the ticked records are not ended yet. */
  readonly waits: string | undefined
  readonly children?: ReactNode
}

/** The records of one kind that end, each with a checkbox. */
export function PartSection({ part, isTicked, onTicked, refused, waits, children }: PartSectionProps) {
  const { title, effect, refusal, none, query, endings } = part
  const endable = endings.filter(({ end }) => end).map(({ id }) => id)
  const areAll = endable.every(isTicked)
  // Refused records that are no longer listed, because they now belong to somebody else.
  const gone = refused.filter(({ id }) => endings.every((ending) => ending.id !== id))
  return (
    <Section
      title={title}
      action={
        endable.length > 1 && (
          <button type="button" className="button quiet small" onClick={() => onTicked(endable, !areAll)}>
            {areAll ? <Trans>Tick none</Trans> : <Trans>Tick all</Trans>}
            <span className="unseen">: {title}</span>
          </button>
        )
      }
    >
      {query.error && <Unloaded query={query} />}
      {query.isPending ? (
        <SkeletonLines />
      ) : endings.length === 0 && gone.length === 0 ? (
        !query.error && <p className="lead">{none}</p>
      ) : (
        <>
          {endable.length > 0 && <p className="hint">{effect}</p>}
          {endings.some(({ end, isConsequence }) => !end && !isConsequence) && (
            <p className="hint">{refusal}</p>
          )}
          {waits && <p className="hint">{waits}</p>}
          {children}
          <ul className="line-list">
            {endings.map((ending) => (
              <EndingLine
                key={ending.id}
                ending={ending}
                isTicked={isTicked(ending.id)}
                onTicked={(one) => onTicked([ending.id], one)}
                error={refused.find(({ id }) => id === ending.id)?.why}
              />
            ))}
            {gone.map(({ id, text, why }) => (
              <li key={id}>
                <span>{text}</span>
                <span className="whole-line error">{why}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

interface EndingLineProps {
  readonly ending: Ending
  readonly isTicked: boolean
  readonly onTicked: (isTicked: boolean) => void
  /** The reason why the record could not be ended. */
  readonly error: string | undefined
}

/** One record that ends, and the reason if it could not be ended. */
function EndingLine({ ending: { id, text, tag, detail, end }, isTicked, onTicked, error }: EndingLineProps) {
  const errorId = `error-${id}`
  const called =
    tag === undefined ? (
      text
    ) : (
      <>
        <Code>{tag}</Code> {text}
      </>
    )
  return (
    <li>
      {end ? (
        <label className="check">
          <input
            type="checkbox"
            checked={isTicked}
            aria-describedby={error && errorId}
            onChange={(event) => onTicked(event.target.checked)}
          />
          {called}
        </label>
      ) : (
        <span>{called}</span>
      )}
      {detail && <span className="at-end hint">{detail}</span>}
      {error && (
        <span className="whole-line error" id={errorId}>
          {error}
        </span>
      )}
    </li>
  )
}
