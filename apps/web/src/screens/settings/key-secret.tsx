import { useLingui } from '@lingui/react/macro'
import { SecretDialog } from './secret-dialog.tsx'

interface KeySecretProps {
  readonly name: string
  readonly secret: string
  readonly onClose: () => void
}

/** Shows the secret of a key. */
export function KeySecret({ name, secret, onClose }: KeySecretProps) {
  const { t } = useLingui()
  return (
    <SecretDialog
      title={t`The key ${name}`}
      secret={secret}
      hint={t`Programs send it as “Authorization: Bearer …” with each request.`}
      onClose={onClose}
    />
  )
}
