import { ROOT_TENANT_ID } from './kernel/tenancy.ts'

/**
 * What an empty database is filled with. Ids are fixed, so that every installation agrees on them; rows that
 * exist are left alone.
 */

export const seededTenants = [
  { id: ROOT_TENANT_ID, name: 'Commonhold', slug: 'root', is_root: true },
  { id: '01K00000000000000000000001', name: 'Default', slug: 'default', is_root: false },
] as const

const everyday = [
  'projects',
  'issues',
  'issue_configuration',
  'assets',
  'configuration_items',
  'locations',
  'persons',
  'education',
  'employments',
] as const
const administered = ['groups', 'users', 'tenant'] as const

const readAndWrite = (resource: string) => [`${resource}:read`, `${resource}:write`]
const readWriteDelete = (resource: string) => [...readAndWrite(resource), `${resource}:delete`]

/** The groups that every tenant is made with. What `users` may do is the tenant's to change. */
export const builtinGroups = [
  { key: 'owners', name: 'Owners', description: 'May do everything.', permissions: ['*'] },
  {
    key: 'administrators',
    name: 'Administrators',
    description: 'May do everything but delete the tenant.',
    permissions: [...everyday, ...administered]
      .flatMap(readWriteDelete)
      .concat('issues:read_internal', 'issues:manage')
      .filter((permission) => permission !== 'tenant:delete'),
  },
  {
    key: 'users',
    name: 'Users',
    description: 'Everybody in the tenant: the daily work.',
    permissions: [
      ...everyday.flatMap(readAndWrite),
      'issues:delete',
      ...administered.map((resource) => `${resource}:read`),
    ],
  },
] as const

/** Projects that all tenants share: one for issues without a project of their own, one for repairs. */
export const sharedProjects = [
  {
    id: '01K00000000000000000000010',
    key: 'SD',
    name: 'Service desk',
    description: 'Issues without a project of their own.',
  },
  { id: '01K00000000000000000000011', key: 'REP', name: 'Repairs', description: 'Repairs of assets.' },
] as const
