import type { Tenant } from '@commonhold/contract'
import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../account/me-query.ts'
import { tenantsQuery } from '../account/queries.ts'
import { api } from '../api.ts'
import { signUpQuery } from '../sign-up-policy.ts'

/**
 * True if the user may create organisations. An installation allows that to everybody, or only to operators, who belong to the
 * root tenant. Undefined until it is known.
 */
export function useMayCreate(): boolean | undefined {
  const policy = useQuery(signUpQuery)
  const tenants = useQuery(tenantsQuery).data
  if (policy.data?.tenant_creation === 'operators') return tenants?.some(({ is_root }) => is_root)
  return policy.isPending ? undefined : policy.data?.tenant_creation === 'open'
}

/** The fields of the form for a new organisation. */
export interface NewOrganisation {
  readonly name: string
  /** The name of its owner, if the account has none. */
  readonly your_name?: string
}

/** True if the user's account has no name. People whom the user invites should see a name. */
export function useIsNameless(): boolean {
  const me = useQuery(meQuery).data
  return me !== undefined && me.display_name === null && me.first_name === null && me.last_name === null
}

/**
 * Creates an organisation with the time zone and the language of this browser; both can be changed in its settings. The user's
 * next sign-in begins in it.
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
