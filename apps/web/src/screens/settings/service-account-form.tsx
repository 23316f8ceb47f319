import type { ServiceAccount, ServiceAccountCreate, ServiceAccountUpdate } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import type { FormField } from '../../records/form-field.tsx'
import { RecordForm } from '../../records/record-form.tsx'

interface ServiceAccountFormProps {
  /** The account to change; absent if a new account is created. */
  readonly account?: ServiceAccount
  readonly onDone: (account: ServiceAccount) => void
  readonly onClose: () => void
}

/** The form that creates or changes a service account. */
export function ServiceAccountForm({ account, onDone, onClose }: ServiceAccountFormProps) {
  const { t } = useLingui()
  const fields: readonly FormField[] = [
    { kind: 'text', name: 'name', label: t`Name`, isRequired: true, maxLength: 255 },
    { kind: 'long', name: 'description', label: t`Description` },
  ]
  if (account) {
    const params = { service_account_id: account.id }
    return (
      <RecordForm
        name="service account"
        title={t`Change ${account.name}`}
        action={t`Save`}
        fields={fields}
        record={account}
        send={(body: ServiceAccountUpdate) => api.serviceAccounts.update(params, body)}
        reload={() => api.serviceAccounts.get(params)}
        onDone={onDone}
        onClose={onClose}
      />
    )
  }
  return (
    <RecordForm
      name="new service account"
      title={t`New service account`}
      action={t`Create`}
      fields={fields}
      send={(body: ServiceAccountCreate, options) => api.serviceAccounts.create(body, options)}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
