import { asRead, type Step } from '../step.ts'

const password = 'correct horse battery staple 7'

/** A new user creates an account and looks around. */
export const signUp: readonly Step[] = [
  ['POST', '/users', 201, { email: '{me}@example.org', password }, 'user_id'],
  ['POST', '/auth/forgot-password', 200, { email: '{me}@example.org' }],
  ['POST', '/auth/token', 200, { email: '{me}@example.org', password }, { refresh: '/refresh_token' }],
  ['POST', '/auth/refresh', 200, { refresh_token: '{refresh}' }],
  [
    'POST',
    '/me/signup',
    201,
    { email: '{me}.colleague@example.org', username: '{me}', password },
    { token: '/access_token' },
  ],
  ['POST', '/me/signup', 201, { username: '{me}.trainee@example.org', password }],
  ['GET', '/me', 200, undefined, 'colleague_id'],
  ['POST', '/me/signin', 200, { username: '{me}', password }, undefined, 'form'],
  ['POST', '/auth/token', 200, { email: '{me}', password }],
  ['POST', '/auth/token', 200, { username: '{me}', password }],
  ['POST', '/me/signin', 200, { username: '{me}@example.org', password }, { token: '/access_token' }, 'form'],
  ['GET', '/me', 200],
  ['PATCH', '/users/{user_id}', 200, { username: '{me}.first' }],
  ['GET', '/me/tenants', 200, undefined, { tenant_id: '/0/id' }],
]

/** The new user creates a tenant, and selects it. */
export const ownTenant: readonly Step[] = [
  ['POST', '/tenants', 201, { name: 'School of {me}' }, 'tenant_id'],
  ['POST', '/me/current-tenant', 200, { tenant_id: '{tenant_id}' }],
]

/** The operations below /me. */
export const me: readonly Step[] = [
  ['GET', '/me/current-tenant', 200],
  ['POST', '/me/current-tenant', 200, { tenant_id: '{tenant_id}' }],
  ['GET', '/me/groups', 200],
  ['GET', '/me/projects', 200, undefined, { shared_project: '/0/id' }],
  ['POST', '/me/current-project', 200, { project_id: '{shared_project}' }],
  ['GET', '/me/current-project', 200],
  ['GET', '/me/issues', 200],
  ['GET', '/me/preferences', 200],
  ['PATCH', '/me/preferences', 200, { default_tenant_id: '{tenant_id}' }],
  ['GET', '/me/preferences', 200],
  ['PATCH', '/me/preferences', 200, asRead],
  ['GET', '/me/sessions', 200, undefined, { session_id: '/1/id' }],
  ['DELETE', '/me/sessions/{session_id}', 204],
]

/** Tenants, users and groups. */
export const administration: readonly Step[] = [
  ['GET', '/tenants', 200],
  ['GET', '/tenants/{tenant_id}', 200],
  ['GET', '/tenants/{tenant_id}/groups', 200],
  ['POST', '/tenants', 201, { name: 'Branch of {me}' }, 'branch'],
  ['GET', '/tenants/{tenant_id:branch}', 200],
  ['PATCH', '/tenants/{tenant_id:branch}', 200, { name: 'North branch of {me}' }],
  ['GET', '/tenants/{tenant_id:branch}', 200],
  ['PATCH', '/tenants/{tenant_id:branch}', 200, asRead],
  ['POST', '/tenants/{tenant_id:branch}/archive', 200],
  ['POST', '/tenants/{tenant_id:branch}/restore', 200],
  ['POST', '/tenants/{tenant_id:branch}/archive', 200],
  ['DELETE', '/tenants/{tenant_id:branch}', 204],
  ['GET', '/users', 200],
  ['GET', '/users/{user_id}', 200],
  ['PATCH', '/users/{user_id}', 200, asRead],
  ['GET', '/users/{user_id}/groups', 200],
  ['POST', '/users', 201, { email: '{me}.guest@example.org', password }, 'guest', 'signed in'],
  ['GET', '/users/{user_id:guest}', 200],
  ['PATCH', '/users/{user_id:guest}', 200, { username: '{me}.guest' }],
  ['POST', '/users/{user_id:guest}/deactivate', 200],
  ['POST', '/users/{user_id:guest}/restore', 200],
  ['GET', '/groups', 200],
  ['POST', '/groups', 201, { name: 'Technicians of {me}' }, 'group_id'],
  ['POST', '/groups', 201, { name: 'Helpers of {me}' }, 'helpers'],
  ['GET', '/groups/{group_id}', 200],
  ['PATCH', '/groups/{group_id}', 200, { name: 'Technical staff of {me}' }],
  ['GET', '/groups/{group_id}', 200],
  ['PATCH', '/groups/{group_id}', 200, asRead],
  ['POST', '/groups/{group_id}/memberships', 201, { user_id: '{guest}' }, 'membership_id'],
  ['POST', '/groups/{group_id}/memberships', 201, { member_group_id: '{helpers}' }],
  ['GET', '/groups/{group_id}/memberships', 200],
  ['DELETE', '/groups/{group_id}/memberships/{membership_id}', 204],
  ['POST', '/groups/{group_id:helpers}/archive', 200],
  ['POST', '/groups/{group_id:helpers}/restore', 200],
  ['DELETE', '/groups/{group_id:helpers}', 204],
  ['DELETE', '/users/{user_id:guest}', 204],
]

/** The end of the day. */
export const signOut: readonly Step[] = [['POST', '/me/signout', 204]]
