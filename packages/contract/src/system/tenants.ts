import { z } from 'zod'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { byFlag, byLowerKey, byTime, byValue } from '../kernel/filters.ts'
import { HistoryEntry, historyCollection } from '../kernel/history.ts'
import { lifecycle, moves } from '../kernel/lifecycle.ts'
import { archivedAt, recordMembers } from '../kernel/record.ts'
import { id, instant, longText, name, nullable, timeZone } from '../kernel/schema.ts'
import { Group, groupsOfTenant } from './groups.ts'

/** A language tag (BCP 47), such as `de` or `pt-BR`. */
export const locale = () =>
  z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/)
    .meta({ description: 'Language and region (BCP 47).', examples: ['en-GB'] })

const zone = () => timeZone().meta({ description: 'Time zone (IANA).', examples: ['Europe/Berlin'] })

const fields = {
  name: name().meta({ description: 'Name of the tenant.', examples: ['Leeds Grammar School'] }),
  description: nullable(longText()).meta({ description: 'Anything else, in Markdown.' }),
  timezone: zone(),
  locale: locale(),
}

const tenant = z
  .object({
    ...recordMembers,
    ...fields,
    slug: z
      .string()
      .meta({ description: 'Short unique name, made from the name.', examples: ['leeds-grammar-school'] }),
    is_root: z.boolean().meta({ description: 'True for the tenant that owns the shared catalogue.' }),
    users_group_id: id().meta({ description: 'Id of the users group of the tenant, which new users join.' }),
    member_count: z.int().min(0).meta({ description: 'Number of users who belong to the tenant.' }),
    archived_at: archivedAt,
  })
  .meta({ id: 'Tenant', description: 'An organisation with its own users, groups and records.' })
const tenantCreate = z
  .strictObject(fields)
  .partial({ description: true, timezone: true, locale: true })
  .meta({ id: 'TenantCreate', description: 'A new tenant.' })
const tenantUpdate = z
  .strictObject(fields)
  .partial()
  .meta({ id: 'TenantUpdate', description: 'Changes to a tenant. Its slug is fixed.' })

export interface Tenant extends z.infer<typeof tenant> {}
export interface TenantCreate extends z.infer<typeof tenantCreate> {}
export interface TenantUpdate extends z.infer<typeof tenantUpdate> {}
/** An organisation with its own users, groups and records. */
export const Tenant: z.core.$ZodType<Tenant, Tenant> = tenant
/** A new tenant. */
export const TenantCreate: z.core.$ZodType<TenantCreate, TenantCreate> = tenantCreate
/** A merge patch (RFC 7396) of a tenant. */
export const TenantUpdate: z.core.$ZodType<TenantUpdate, TenantUpdate> = tenantUpdate

/** Requests in an archived tenant are refused, but its members can still read the tenant itself. */
export const tenantLifecycle = lifecycle({
  idempotent: true,
  states: {
    in_use: { column: 'archived_at', null: true },
    archived: { column: 'archived_at', null: false, stamp: 'archived_at' },
  },
  moves: {
    archive: {
      operationId: 'archiveTenant',
      path: '/tenants/{tenant_id}/archive',
      summary: 'Archive a tenant',
      description:
        'For operators, and for users with `tenant:write` in the tenant of the path. From the next request on, nobody can work in the tenant.',
      from: ['in_use'],
      to: 'archived',
    },
    restore: {
      operationId: 'restoreTenant',
      path: '/tenants/{tenant_id}/restore',
      summary: 'Restore a tenant',
      description:
        'For operators, and for users with `tenant:write` in the tenant of the path. If none of its owners can sign in any more, only an operator can restore it, and becomes an owner.',
      from: ['archived'],
      to: 'in_use',
      clearsLeft: true,
    },
  },
})

/** The list of tenants, for each operation that returns one. */
export const tenantCollection = collection({
  filters: {
    name: byValue(name()),
    slug: byLowerKey(),
    is_root: byFlag(),
    created_at: byTime(instant()),
    updated_at: byTime(instant()),
  },
  sort: ['name', 'slug', 'created_at', 'updated_at'],
  search: true,
  archivable: true,
})

const usual = crud({
  tag: 'Tenants',
  type: 'Tenant',
  types: 'Tenants',
  one: 'a tenant',
  many: 'tenants',
  paths: { collection: '/tenants', item: '/tenants/{tenant_id}' },
  permission: 'tenant',
  record: Tenant,
  create: TenantCreate,
  update: TenantUpdate,
  collection: tenantCollection,
  errors: {
    create: ['permission_denied'],
    update: ['permission_denied'],
    delete: ['permission_denied', 'invalid_transition', 'built_in_record', 'dependent_item_exists'],
  },
})

// The permission applies to the tenant of the path, not to the selected one, so the handlers check it.
const moving = moves(
  {
    tag: 'Tenants',
    permission: 'tenant:write',
    record: Tenant,
    errors: ['permission_denied', 'built_in_record'],
  },
  tenantLifecycle,
)

export const tenants = {
  list: {
    ...usual.list,
    permission: 'authenticated',
    needsSession: true,
    description: 'Returns the tenants of the caller or, for an operator, all tenants.',
  },
  create: {
    ...usual.create,
    permission: 'authenticated',
    needsSession: true,
    description:
      'Creates a tenant with its built-in groups, and adds the caller to its owners. The installation may allow this to operators only.',
  },
  get: {
    ...usual.get,
    permission: 'authenticated',
    needsSession: true,
    description:
      'For operators, and for users with `tenant:read` in the tenant of the path, selected or not. Lists of tenants show users the names of their own tenants without a permission.',
    errors: ['permission_denied'],
  },
  update: {
    ...usual.update,
    permission: 'authenticated',
    needsSession: true,
    description:
      'A merge patch (RFC 7396). For operators, and for users with `tenant:write` in the tenant of the path.',
  },
  delete: {
    ...usual.delete,
    permission: 'authenticated',
    needsSession: true,
    description:
      'For operators, and for users with `tenant:delete` in the tenant of the path. The tenant must be archived, and have no records except its groups.',
  },
  archive: { ...moving.archive, permission: 'authenticated', needsSession: true },
  restore: {
    ...moving.restore,
    permission: 'authenticated',
    needsSession: true,
    errors: [...moving.restore.errors, 'last_owner'],
  },
  history: endpoint({
    operationId: 'listHistoryOfTenant',
    method: 'get',
    path: '/tenants/{tenant_id}/history',
    tag: 'Tenants',
    summary: 'List what happened to a tenant',
    description:
      'Lists the changes of the tenant and of its quotas that are in its audit log, oldest first. Needs `tenant:read` in the tenant of the path, selected or not. An operator who does not belong to the tenant is refused. Everybody is refused while the tenant is archived.',
    permission: 'authenticated',
    needsSession: true,
    query: historyCollection.query,
    collection: historyCollection,
    success: { status: 200, body: z.array(HistoryEntry) },
    errors: ['permission_denied'],
  }),
} as const

/** The groups of any tenant, selected or not. */
export const tenantGroups = {
  list: endpoint({
    operationId: 'listGroupsOfTenant',
    method: 'get',
    path: '/tenants/{tenant_id}/groups',
    tag: 'Tenants',
    summary: 'List the groups of a tenant',
    description:
      'Needs `groups:read` in the tenant of the path, selected or not. An operator who does not belong to the tenant is refused.',
    permission: 'authenticated',
    needsSession: true,
    query: groupsOfTenant.query,
    collection: groupsOfTenant,
    success: { status: 200, body: z.array(Group) },
    errors: ['permission_denied'],
  }),
}
