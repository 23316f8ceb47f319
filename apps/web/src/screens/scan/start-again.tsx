import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Notice } from '../../ui/notice.tsx'

interface StartAgainProps {
  readonly onStart: () => void
  /** Called after each button, so that the next scan is not lost. */
  readonly focusField: () => void
}

/** The button that clears the session of a scan screen. It asks first. */
export function StartAgain({ onStart, focusField }: StartAgainProps) {
  const [isAsked, setAsked] = useState(false)
  const ask = (next: boolean) => {
    setAsked(next)
    focusField()
  }
  return (
    <>
      {!isAsked && (
        <button type="button" className="button quiet small start-again" onClick={() => ask(true)}>
          <Trans>Start again</Trans>
        </button>
      )}
      <div role="alert">
        {isAsked && (
          <Notice tone="info">
            <p>
              <Trans>
                This page then forgets its list, and what was chosen or counted. What was recorded stays
                recorded.
              </Trans>
            </p>
            <p className="notice-actions">
              <button type="button" className="button outlined small" onClick={() => ask(false)}>
                <Trans>Cancel</Trans>
              </button>
              <button
                type="button"
                className="button primary small"
                onClick={() => {
                  ask(false)
                  onStart()
                }}
              >
                <Trans>Start again</Trans>
              </button>
            </p>
          </Notice>
        )}
      </div>
    </>
  )
}
