import type { WebhookEndpointWithSecret } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { SecretDialog } from './secret-dialog.tsx'

interface WebhookSecretProps {
  readonly endpoint: WebhookEndpointWithSecret
  readonly onClose: () => void
}

/** Shows the secret of a webhook. */
export function WebhookSecret({ endpoint: { url, secret }, onClose }: WebhookSecretProps) {
  const { t } = useLingui()
  return (
    <SecretDialog
      title={t`The secret of ${url}`}
      secret={secret}
      hint={t`The receiver checks the signature of each event with it.`}
      onClose={onClose}
    />
  )
}
