import type { Tenant } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { Status } from '../../ui/marks.tsx'

/** Shows whether an organisation is in use or archived. */
export function TenantStatus({ tenant }: { readonly tenant: Tenant }) {
  const { t } = useLingui()
  if (tenant.archived_at) return <Status tone="quiet">{t`Archived`}</Status>
  return <Status tone="good">{t`In use`}</Status>
}
