import type { Tenant } from '@commonhold/contract'
import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../account/me-query.ts'
import { tenantsQuery } from '../account/queries.ts'
import { useMayCreate } from './create.ts'
import { isNew } from './new.ts'

/** Slug of the tenant that sign-ups join by default. Users who do not know each other share it. */
const SHARED = 'default'

/**
 * Returns the shared tenant to a new user who belongs to no other tenant and may create one. Null for all other users, and
 * undefined until that is known.
 */
export function useSharedOnly(): Tenant | null | undefined {
  const mayCreate = useMayCreate()
  const tenants = useQuery(tenantsQuery)
  const me = useQuery(meQuery)
  if (tenants.isError || me.isError) return null
  if (mayCreate === undefined || !tenants.data || !me.data) return undefined
  const [only, ...others] = tenants.data
  const isNewcomer = mayCreate && only?.slug === SHARED && others.length === 0 && isNew(me.data.created_at)
  return isNewcomer ? only : null
}
