import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'
import { forgetTenant, readTenant } from '../tenant.ts'

/** The tenants that one can work in, by name. */
export const tenantsQuery = queryOptions({
  queryKey: ['me', 'tenants'],
  queryFn: ({ signal }) => api.me.tenants.list({ limit: 500, sort: ['name'] }, { signal }),
})

/** The tenant that this tab works in; that of the session where the tab has none, or has lost it. */
export const tenantQuery = queryOptions({
  queryKey: ['me', 'tenant'],
  queryFn: async ({ client, signal }) => {
    const id = readTenant()
    const own = id && (await client.ensureQueryData(tenantsQuery)).find((tenant) => tenant.id === id)
    if (own) return own
    forgetTenant()
    return api.me.currentTenant.get({ signal })
  },
})

/** The tenant of the installation, where one is an operator; else null. */
export const operatorQuery = queryOptions({
  queryKey: ['me', 'operator'],
  queryFn: async ({ client, signal }) => {
    const root = (await client.ensureQueryData(tenantsQuery)).find(({ is_root }) => is_root)
    if (!root) return null
    const { permissions } = await api.me.permissions.get({ tenantId: root.id, signal })
    return permissions.includes('*') ? root : null
  },
})

/** One's groups in the tenant, also those reached by way of others, and why one is in them. */
export const groupsQuery = queryOptions({
  queryKey: ['me', 'groups'],
  queryFn: ({ signal }) => api.me.groups.list({ limit: 500, sort: ['name'] }, { signal }),
})

/** What one may do in the tenant. */
export const permissionsQuery = queryOptions({
  queryKey: ['me', 'permissions'],
  queryFn: ({ signal }) => api.me.permissions.get({ signal }),
})

/** One's sessions, the latest used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: ({ signal }) => api.me.sessions.list({ limit: 100 }, { signal }),
})

/** One's preferences. */
export const preferencesQuery = queryOptions({
  queryKey: ['me', 'preferences'],
  queryFn: ({ signal }) => api.me.preferences.get({ signal }),
})

const namesById = (projects: readonly { readonly id: string; readonly name: string }[]) =>
  new Map(projects.map(({ id, name }) => [id, name]))

/** Names of the projects that one may read, archived ones too, by id. */
export const projectNamesQuery = queryOptions({
  queryKey: ['me', 'projects', 'names'],
  queryFn: ({ signal }) =>
    api.me.projects.list({ limit: 500, archived: 'include', sort: ['name'] }, { signal }),
  select: namesById,
})
