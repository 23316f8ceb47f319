import type { Tenant } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { hashKey, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { meQuery } from '../account/me-query.ts'
import {
  operatorQuery,
  permissionsQuery,
  preferencesQuery,
  sessionsQuery,
  tenantsQuery,
} from '../account/queries.ts'
import { readTenant, storeTenant } from '../tenant.ts'
import { Page } from '../ui/page.tsx'
import { Unloaded } from '../ui/unloaded.tsx'
import { Wordmark } from '../ui/wordmark.tsx'

const Current = createContext<Tenant | null>(null)

/** The organisation whose screens are shown. Throws outside a `TenantScope`. */
export function useTenant(): Tenant {
  const tenant = useContext(Current)
  if (!tenant) throw new Error('Only the screens of an organisation have one.')
  return tenant
}

interface TenantScopeProps {
  readonly slug: string
  readonly children: ReactNode
}

/**
 * Selects the organisation of the address for this tab, and waits for the user's permissions there before it renders the
 * children.
 */
export function TenantScope({ slug, children }: TenantScopeProps) {
  const tenants = useQuery(tenantsQuery)
  if (!tenants.data) return <Unloaded query={tenants} />
  const tenant = tenants.data.find((one) => one.slug === slug)
  if (!tenant) return <NoTenant slug={slug} />
  return (
    <Selected key={tenant.id} tenant={tenant}>
      {children}
    </Selected>
  )
}

function Selected({ tenant, children }: { readonly tenant: Tenant; readonly children: ReactNode }) {
  const queries = useQueryClient()
  // Runs during the first render, before any child sends a request.
  useState(() => selectTenant(queries, tenant.id))
  const permissions = useQuery(permissionsQuery)
  if (!permissions.data) return <Unloaded query={permissions} />
  return <Current value={tenant}>{children}</Current>
}

/** Queries whose data is the same in every organisation. */
const shared = new Set(
  [meQuery, tenantsQuery, sessionsQuery, preferencesQuery, operatorQuery].map(({ queryKey }) =>
    hashKey(queryKey),
  ),
)

/** Selects a tenant for this tab, and removes the cached data of the former one. */
export function selectTenant(queries: QueryClient, id: string) {
  if (readTenant() === id) return
  storeTenant(id)
  queries.removeQueries({
    predicate: ({ queryKey }) => queryKey[0] !== 'texts' && !shared.has(hashKey(queryKey)),
  })
}

function NoTenant({ slug }: { readonly slug: string }) {
  const { t } = useLingui()
  return (
    <>
      <header className="header">
        <Wordmark />
        <Link to="/signout" className="button quiet">
          <Trans>Sign out</Trans>
        </Link>
      </header>
      <main id="main" className="lone" tabIndex={-1}>
        <Page title={t`No such organisation`}>
          <p className="lead">
            <Trans>
              You belong to no organisation with the address “{slug}”. Check the link, or ask an owner to
              invite you.
            </Trans>
          </p>
          <Link to="/dashboard" className="button primary">
            <Trans>Go to the dashboard</Trans>
          </Link>
        </Page>
      </main>
    </>
  )
}
