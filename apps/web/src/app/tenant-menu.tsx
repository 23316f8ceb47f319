import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Check, ChevronsUpDown, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { tenantsQuery } from '../account/queries.ts'
import { api } from '../api.ts'
import { useMayCreate } from '../organisations/create.ts'
import { MenuButton, MenuItem } from '../ui/menu.tsx'
import { useTenant } from './tenant-scope.tsx'

const NewOrganisationForm = lazy(() =>
  import('../organisations/new-organisation-form.tsx').then((module) => ({
    default: module.NewOrganisationForm,
  })),
)

/** Key of the menu item for a new organisation. No slug begins with this character. */
const NEW = '+'

/** A menu of the user's organisations, labelled with the one of this tab. */
export function TenantMenu() {
  const { t } = useLingui()
  const tenant = useTenant()
  const tenants = useQuery(tenantsQuery).data ?? []
  const navigate = useNavigate()
  const mayCreate = useMayCreate()
  const [isMaking, setMaking] = useState(false)
  const choose = (slug: string) => {
    if (slug === NEW) return setMaking(true)
    const chosen = tenants.find((one) => one.slug === slug)
    if (!chosen) return
    // Sets where the next sign-in begins. This tab follows the address, so nothing waits for the answer.
    void api.me.currentTenant.set.safe({ tenant_id: chosen.id }, { tenantId: chosen.id })
    void navigate({ to: '/t/$tenant', params: { tenant: slug } })
  }
  return (
    <>
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
        {mayCreate && (
          <MenuItem id={NEW} textValue={t`New organisation`}>
            <Plus aria-hidden="true" />
            <span>
              <Trans>New organisation</Trans>
            </span>
          </MenuItem>
        )}
      </MenuButton>
      {isMaking && (
        <Suspense>
          <NewOrganisationForm onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </>
  )
}
