import { expect, test } from 'vitest'
import { operations } from './operations.ts'

/*
 * Other suites prove that an operation requires the permission in the contract. This one checks that it is the right one:
 * `<resource>:<action>`, where the path determines the resource and the method the action.
 */

/** The resource of a permission, by the words of paths for its records. The last word of a path counts. */
const resources: Readonly<Record<string, string>> = {
  projects: 'projects',
  issues: 'issues',
  groups: 'groups',
  invitations: 'users',
  'service-accounts': 'service_accounts',
  keys: 'service_accounts',
  'api-keys': 'service_accounts',
  assets: 'assets',
  'asset-models': 'assets',
  'asset-assignments': 'assets',
  'asset-circulations': 'assets',
  'asset-repairs': 'assets',
  assignments: 'assets',
  'configuration-items': 'configuration_items',
  relationships: 'configuration_items',
  locations: 'locations',
  'location-types': 'locations',
  persons: 'persons',
  identities: 'persons',
  contacts: 'persons',
  schools: 'education',
  'school-years': 'education',
  'school-calendars': 'education',
  'school-enrollments': 'education',
  'school-grade-levels': 'education',
  'employment-assignment-types': 'employments',
  'employment-assignments': 'employments',
  'school-employments': 'employments',
  'school-employment-assignments': 'employments',
  'audit-log': 'audit',
  'webhook-endpoints': 'webhooks',
  'webhook-deliveries': 'webhooks',
}

/** Paths about the signed-in user, accounts and tenants, which do not depend on the selected tenant. */
const beyondTenants = /^\/(auth|me|tenants|users)(\/|$)/

const exceptions: Readonly<Record<string, string>> = {
  // As for a key below its service account: the key is revoked, and nothing of the account is deleted.
  'delete /api-keys/{key_id}': 'service_accounts:write',
  // The caller is not signed in yet.
  'post /users': 'public',
  'get /auth/sign-up': 'public',
  'post /auth/token': 'public',
  'post /auth/refresh': 'public',
  'post /auth/forgot-password': 'public',
  'post /invitations/preview': 'public',
  'post /invitations/accept': 'public',
  'post /invitations/decline': 'public',
  'post /auth/reset-password': 'public',
  'post /auth/verify-email': 'public',
  'post /me/signin': 'public',
  'post /me/signup': 'public',
  // The caller's share of the selected tenant.
  'get /me/projects': 'projects:read',
  'post /me/current-project': 'projects:read',
  'get /me/issues': 'issues:read',
  'get /users/{user_id}/groups': 'groups:read',
  // Records of all types, each with its own permission.
  'get /search': 'authenticated',
  'get /codes/{code}': 'authenticated',
  'get /events': 'authenticated',
  'get /events/head': 'authenticated',
  // These belong to the installation: only operators may use them, whatever tenant is selected.
  'get /operator/jobs': 'authenticated',
  'post /operator/jobs/{job_id}/retry': 'authenticated',
  'get /operator/tenants/{tenant_id}/quotas': 'authenticated',
  'put /operator/tenants/{tenant_id}/quotas/{quota_name}': 'authenticated',
  'delete /operator/tenants/{tenant_id}/quotas/{quota_name}': 'authenticated',
  // The limits of the selected tenant, which are read like its settings.
  'get /quotas': 'tenant:read',
  // Every user may leave a group or the tenant.
  'delete /members/{user_id}': 'authenticated',
  'delete /groups/{group_id}/memberships/{membership_id}': 'authenticated',
  // Parts of other records that also have separate paths.
  'delete /assignments/{assignment_id}': 'assets:write',
  'delete /relationships/{relationship_id}': 'configuration_items:write',
  'delete /contacts/{contact_id}': 'persons:write',
  // This revokes the invitation, and the record stays.
  'delete /invitations/{invitation_id}': 'users:write',
  // These contain former names and contacts.
  'get /persons/{person_id}/history': 'persons:read_sensitive',
  'get /identities/{identity_id}/history': 'persons:read_sensitive',
  'get /contacts/{contact_id}/history': 'persons:read_sensitive',
  // These assign people, not assets.
  'get /school-employments/{school_employment_id}/assignments': 'employments:read',
  'post /school-employments/{school_employment_id}/assignments': 'employments:write',
}

/** A caller who may change a record may also add, change and remove its parts. */
const actionOf = (method: string, path: string) =>
  method === 'get' ? 'read' : method === 'delete' && path.split('/').length === 3 ? 'delete' : 'write'

function expectedOf(method: string, path: string): string {
  const exception = exceptions[`${method} ${path}`]
  if (exception) return exception
  if (beyondTenants.test(path)) return 'authenticated'
  const words = path
    .split('/')
    .map((word) => (word.startsWith('issue-') ? 'issue_configuration' : resources[word]))
  return `${words.findLast((word) => word !== undefined)}:${actionOf(method, path)}`
}

test.each(operations)('$place needs the permission of its resource and its action', ({ endpoint }) => {
  expect(endpoint.permission).toBe(expectedOf(endpoint.method, endpoint.path))
})

test('each exception is one', () => {
  const places = operations.map(({ endpoint: { method, path } }) => `${method} ${path}`)
  expect(Object.keys(exceptions).filter((place) => !places.includes(place))).toEqual([])
})
