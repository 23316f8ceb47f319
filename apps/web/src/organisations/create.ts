import type { Tenant } from '@commonhold/contract'
import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../account/me-query.ts'
import { tenantsQuery } from '../account/queries.ts'
import { api } from '../api.ts'
import { signUpQuery } from '../sign-up-policy.ts'

/**
 * Whether one may make organisations here: everybody may, or operators alone, who belong to the root tenant. Undefined until
 * that is known.
 */
export function useMayCreate(): boolean | undefined {
  const policy = useQuery(signUpQuery)
  const tenants = useQuery(tenantsQuery).data
  if (policy.data?.tenant_creation === 'operators') return tenants?.some(({ is_root }) => is_root)
  return policy.isPending ? undefined : policy.data?.tenant_creation === 'open'
}

/** What is asked for a new organisation. */
export interface NewOrganisation {
  readonly name: string
  /** The name of its owner, where the account has none. */
  readonly your_name?: string
}

/** Whether one's account has no name yet: those whom one invites should see who it is. */
export function useIsNameless(): boolean {
  const me = useQuery(meQuery).data
  return me !== undefined && me.display_name === null && me.first_name === null && me.last_name === null
}

/**
 * Makes an organisation with the time zone and the language of this browser; both can be changed in its settings. The next
 * sign-in begins there.
 */
export async function createOrganisation(
  { name, your_name }: NewOrganisation,
  options: { readonly idempotencyKey?: string } = {},
): Promise<Tenant> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const made = await api.tenants.create(
    { name: name.trim(), timezone: timeZone, locale: navigator.language },
    options,
  )
  if (your_name?.trim()) {
    const { id } = await api.me.get()
    await api.users.update.safe({ user_id: id }, { display_name: your_name.trim() })
  }
  await api.me.currentTenant.set.safe({ tenant_id: made.id }, { tenantId: made.id })
  return made
}
