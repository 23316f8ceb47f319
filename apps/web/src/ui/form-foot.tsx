import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

interface FormFootProps {
  /** The text of the button that sends the form. Without it, the form cannot be sent. */
  readonly action: ReactNode
  readonly look?: 'primary' | 'dangerous' | 'outlined small'
  /** True while the form is sent, or if it cannot be sent yet. */
  readonly pending?: boolean
  /** Without it there is no Cancel button. */
  readonly onCancel?: (() => void) | undefined
  /** Shown before the buttons. */
  readonly children?: ReactNode
}

/** The end of a form in a dialog or a section: the Cancel button, and the button that sends the form. */
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
