import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'
import { forgetTenant, readTenant } from '../tenant.ts'

/** The tenants that the user can work in, by name. */
export const tenantsQuery = queryOptions({
  queryKey: ['me', 'tenants'],
  queryFn: ({ signal }) => api.me.tenants.list({ limit: 500, sort: ['name'] }, { signal }),
})

/** The tenant of this tab. If the tab has none, or the user no longer belongs to it, the tenant of the session. */
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

/** The root tenant if the user is an operator, otherwise null. */
export const operatorQuery = queryOptions({
  queryKey: ['me', 'operator'],
  queryFn: async ({ client, signal }) => {
    const root = (await client.ensureQueryData(tenantsQuery)).find(({ is_root }) => is_root)
    if (!root) return null
    const { permissions } = await api.me.permissions.get({ tenantId: root.id, signal })
    return permissions.includes('*') ? root : null
  },
})

/** The user's groups in the tenant, direct or through other groups, and why the user is in each. */
export const groupsQuery = queryOptions({
  queryKey: ['me', 'groups'],
  queryFn: ({ signal }) => api.me.groups.list({ limit: 500, sort: ['name'] }, { signal }),
})

/** The user's permissions in the tenant. */
export const permissionsQuery = queryOptions({
  queryKey: ['me', 'permissions'],
  queryFn: ({ signal }) => api.me.permissions.get({ signal }),
})

/** The user's sessions, the last used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: ({ signal }) => api.me.sessions.list({ limit: 100 }, { signal }),
})

/** The user's preferences. */
export const preferencesQuery = queryOptions({
  queryKey: ['me', 'preferences'],
  queryFn: ({ signal }) => api.me.preferences.get({ signal }),
})

const namesById = (projects: readonly { readonly id: string; readonly name: string }[]) =>
  new Map(projects.map(({ id, name }) => [id, name]))

/** Names of the projects that the user may read, by id; archived ones are included. */
export const projectNamesQuery = queryOptions({
  queryKey: ['me', 'projects', 'names'],
  queryFn: ({ signal }) =>
    api.me.projects.list({ limit: 500, archived: 'include', sort: ['name'] }, { signal }),
  select: namesById,
})
