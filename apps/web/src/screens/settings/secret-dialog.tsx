import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Notice } from '../../ui/notice.tsx'

interface SecretDialogProps {
  readonly title: string
  readonly secret: string
  /** Explains what the secret is for. */
  readonly hint: string
  readonly onClose: () => void
}

/** Shows a secret that cannot be shown again. It closes only after the secret was copied, or the user confirms that. */
export function SecretDialog({ title, secret, hint, onClose }: SecretDialogProps) {
  const { t } = useLingui()
  const shown = useRef<HTMLElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'selected'>()
  const [isKept, setKept] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      setOutcome('copied')
    } catch {
      // There is no clipboard API over plain HTTP, and the browser may deny access to it.
      if (shown.current) getSelection()?.selectAllChildren(shown.current)
      setOutcome('selected')
    }
  }
  return (
    <Dialog title={title} isOpen onClose={() => (outcome === 'copied' ? onClose() : setKept(true))}>
      <form
        className="form"
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault()
          onClose()
        }}
      >
        <p>
          <Trans>Copy it now. It cannot be shown again.</Trans>
        </p>
        <div className="secret">
          <code ref={shown} onCopy={() => setOutcome('copied')}>
            {secret}
          </code>
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
        <div role="alert">
          {isKept && outcome !== 'copied' && (
            <Notice tone="problem">
              <Trans>
                The secret was not copied yet, and is lost when this closes. If you have stored it, press “I
                have copied it”.
              </Trans>
            </Notice>
          )}
        </div>
        <FormFoot action={t`I have copied it`} />
      </form>
    </Dialog>
  )
}
