import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'

interface SecretDialogProps {
  readonly title: string
  readonly secret: string
  /** What the secret is for. */
  readonly hint: string
  readonly onClose: () => void
}

/** Shows a secret, which can be read this once. */
export function SecretDialog({ title, secret, hint, onClose }: SecretDialogProps) {
  const { t } = useLingui()
  const shown = useRef<HTMLElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'selected'>()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      setOutcome('copied')
    } catch {
      // Over plain http there is no clipboard, and the browser may refuse it.
      if (shown.current) getSelection()?.selectAllChildren(shown.current)
      setOutcome('selected')
    }
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className="form">
        <p>
          <Trans>Copy it now. It cannot be shown again.</Trans>
        </p>
        <div className="secret">
          <code ref={shown}>{secret}</code>
          <button type="button" className="button outlined small" onClick={() => void copy()}>
            {outcome === 'copied' ? t`Copied` : t`Copy`}
          </button>
        </div>
        <div role="status">
          {outcome === 'selected' && (
            <p className="hint">
              <Trans>
                This browser does not let the page copy. The secret is selected: press Ctrl+C or ⌘C.
              </Trans>
            </p>
          )}
        </div>
        <p className="hint">{hint}</p>
        <footer className="form-foot">
          <button type="button" className="button primary" onClick={onClose}>
            <Trans>I have copied it</Trans>
          </button>
        </footer>
      </div>
    </Dialog>
  )
}
