import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Check, ChevronsUpDown } from 'lucide-react'
import { tenantsQuery } from '../account/queries.ts'
import { api } from '../api.ts'
import { MenuButton, MenuItem } from '../ui/menu.tsx'
import { useTenant } from './tenant-scope.tsx'

/** The organisation of this tab, and the way to one's others. */
export function TenantMenu() {
  const { t } = useLingui()
  const tenant = useTenant()
  const tenants = useQuery(tenantsQuery).data ?? []
  const navigate = useNavigate()
  const choose = (slug: string) => {
    const chosen = tenants.find((one) => one.slug === slug)
    if (!chosen) return
    // The next sign-in begins there. The address decides for this tab, so nothing waits for it.
    void api.me.currentTenant.set.safe({ tenant_id: chosen.id }, { tenantId: chosen.id })
    void navigate({ to: '/t/$tenant', params: { tenant: slug } })
  }
  return (
    <MenuButton
      className="tenant-button"
      label={t`Organisation`}
      face={
        <>
          <span className="tenant-mark" aria-hidden="true">
            {[...tenant.name][0]?.toUpperCase()}
          </span>
          <span className="tenant-name">{tenant.name}</span>
          <ChevronsUpDown aria-hidden="true" />
        </>
      }
      onAction={(key) => choose(String(key))}
    >
      {tenants.map(({ id, slug, name }) => (
        <MenuItem key={id} id={slug} textValue={name}>
          <span>{name}</span>
          {id === tenant.id && <Check aria-label={t`this one`} />}
        </MenuItem>
      ))}
    </MenuButton>
  )
}
