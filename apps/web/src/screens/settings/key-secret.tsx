import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'

interface KeySecretProps {
  readonly name: string
  readonly secret: string
  readonly onClose: () => void
}

/** Shows the secret of a key, which can be read this once. */
export function KeySecret({ name, secret, onClose }: KeySecretProps) {
  const { t } = useLingui()
  const [isCopied, setCopied] = useState(false)
  return (
    <Dialog title={t`The key ${name}`} isOpen onClose={onClose}>
      <div className="form">
        <p>
          <Trans>Copy it now. It is not stored, and cannot be shown again.</Trans>
        </p>
        <div className="secret">
          <code>{secret}</code>
          <button
            type="button"
            className="button outlined small"
            onClick={() => void navigator.clipboard.writeText(secret).then(() => setCopied(true))}
          >
            {isCopied ? t`Copied` : t`Copy`}
          </button>
        </div>
        <p className="hint">
          <Trans>Programs send it as “Authorization: Bearer …” with each request.</Trans>
        </p>
        <footer className="form-foot">
          <button type="button" className="button primary" onClick={onClose}>
            <Trans>I have copied it</Trans>
          </button>
        </footer>
      </div>
    </Dialog>
  )
}
