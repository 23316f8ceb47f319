import { operationGroups, type Permission, tenantLifecycle } from '@commonhold/contract'
import { problem } from '../base/problem.ts'
import type { ReadContext } from '../store/context.ts'
import { listHistory } from '../store/history.ts'
import { implement } from '../store/implement.ts'
import { listRecords } from '../store/listing.ts'
import { move } from '../store/moves.ts'
import { timeZoneNamed } from '../store/time-zones.ts'
import { joinBuiltinGroup } from './accounts.repository.ts'
import type { AuthenticationServices } from './authentication.service.ts'
import { hasOwner } from './groups.repository.ts'
import { groupStore } from './groups.store.ts'
import {
  assertGranted,
  createTenant,
  isOperatorNow,
  removeBuiltins,
  tenantChangedBy,
  visibleTenant,
} from './tenants.repository.ts'
import { tenantStore, visibleTenants } from './tenants.store.ts'

export const tenantHandlers = (services: AuthenticationServices) =>
  implement(operationGroups.tenants, {
    list: ({ query }, context) =>
      listRecords(
        tenantStore,
        context,
        operationGroups.tenants.list.collection,
        query,
        visibleTenants(context.actor.userId),
      ),
    get: async ({ params }, { reader, actor }) => {
      const found = await visibleTenant(reader, params.tenant_id, actor.userId)
      if (!found.is_operator) assertGranted(found.permissions, 'tenant:read')
      return found
    },
    create: async ({ body }, context) => {
      const { tx, actor } = context
      await context.authorized()
      if (services.tenantCreation === 'operators' && !(await isOperatorNow(tx, actor.userId)))
        throw problem(
          'permission_denied',
          { required_permission: '*' },
          'Only operators can create tenants in this installation. Ask an operator.',
        )
      const timezone = await timeZoneNamed(tx, 'timezone', body.timezone)
      const id = await createTenant(context, { ...body, timezone }, actor.userId)
      const created = await tenantStore.get(tx, id)
      const changes = (['name', 'slug', 'description', 'timezone', 'locale'] as const)
        .filter((field) => created[field] !== null)
        .map((field) => ({ field, from: null, to: created[field] }))
      context.audit({
        action: 'created',
        recordType: 'tenant',
        recordId: id,
        version: created.version,
        changes,
      })
      return created
    },
    update: async ({ params, body }, context) => {
      const { tx, actor } = context
      await tenantChangedBy(tx, params.tenant_id, actor.userId, 'tenant:write')
      const timezone = await timeZoneNamed(tx, 'timezone', body.timezone)
      return tenantStore.update(context, await tenantStore.lock(context, params.tenant_id), {
        ...body,
        timezone,
      })
    },
    delete: async ({ params }, context) => {
      const { tx, actor } = context
      const { is_root } = await tenantChangedBy(tx, params.tenant_id, actor.userId, 'tenant:delete')
      if (is_root) throw problem('built_in_record')
      const { archived_at } = await tenantStore.lock(context, params.tenant_id)
      if (archived_at === null)
        throw problem(
          'invalid_transition',
          { current_state: 'in_use', allowed_operations: ['archive'] },
          'Only an archived tenant can be deleted. Archive it with POST /tenants/{tenant_id}/archive, then delete it without naming it in X-Tenant-Id.',
        )
      await removeBuiltins(context)
      await tenantStore.remove(context, params.tenant_id)
      return undefined
    },
    archive: async ({ params, body }, context) => {
      const { id, slug, is_root } = await tenantChangedBy(
        context.tx,
        params.tenant_id,
        context.actor.userId,
        'tenant:write',
      )
      if (is_root) throw problem('built_in_record')
      if ([id, slug].includes(services.signupTenant))
        throw problem(
          'built_in_record',
          {},
          'Accounts join this tenant at sign-up. Set SIGNUP_TENANT to another tenant first.',
        )
      return move(context, tenantStore, tenantLifecycle, 'archive', params.tenant_id, body ?? {})
    },
    restore: async ({ params, body }, context) => {
      const { tx, actor } = context
      const { tenant_id } = params
      const { is_operator } = await tenantChangedBy(tx, tenant_id, actor.userId, 'tenant:write')
      const restored = await move(context, tenantStore, tenantLifecycle, 'restore', tenant_id, body ?? {})
      // It may have lost its last owner while it was archived; without an owner the database rejects the commit.
      if (is_operator && !(await hasOwner(tx)))
        context.audit(await joinBuiltinGroup(tx, tenant_id, 'owners', actor.userId))
      return restored
    },
    history: async ({ params: { tenant_id }, query }, context) =>
      listHistory(
        await readAsMember(context, tenant_id, 'tenant:read'),
        operationGroups.tenants.history.collection,
        { kind: 'tenant', id: tenant_id, references: {} },
        query,
      ),
  })

/**
 * The context of a read in a tenant that need not be the selected one. Throws unless the caller is a member with the permission
 * there.
 */
async function readAsMember(
  context: ReadContext,
  tenantId: string,
  permission: Permission,
): Promise<ReadContext> {
  const { permissions, is_member } = await visibleTenant(context.reader, tenantId, context.actor.userId)
  if (!is_member) throw problem('tenant_access_denied')
  assertGranted(permissions, permission)
  // The records that the request includes are read in the same tenant.
  return { ...context.inTenant(tenantId, permission), inclusion: context.inclusion }
}

export const tenantGroupHandlers = implement(operationGroups.tenantGroups, {
  list: async ({ params, query }, context) => {
    const there = await readAsMember(context, params.tenant_id, 'groups:read')
    return listRecords(groupStore, there, operationGroups.tenantGroups.list.collection, query)
  },
})
