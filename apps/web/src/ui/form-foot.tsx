import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

interface FormFootProps {
  /** What the button says; without it there is nothing to send, only the way out. */
  readonly action: ReactNode
  readonly look?: 'primary' | 'dangerous' | 'outlined small'
  /** Under way, or not to be sent yet. */
  readonly pending?: boolean
  /** Without it there is no button that cancels. */
  readonly onCancel?: (() => void) | undefined
  /** Stands before the buttons. */
  readonly children?: ReactNode
}

/** The end of a form in a dialog or a section: the way out, and the one button that sends it. */
export function FormFoot({ action, look = 'primary', pending = false, onCancel, children }: FormFootProps) {
  return (
    <footer className="form-foot">
      {children}
      <span className="hint required-note" aria-hidden="true">
        <Trans>* Required</Trans>
      </span>
      {onCancel && (
        <button type="button" className="button quiet" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </button>
      )}
      {action && (
        <button type="submit" className={`button ${look}`} aria-disabled={pending}>
          {action}
        </button>
      )}
    </footer>
  )
}
