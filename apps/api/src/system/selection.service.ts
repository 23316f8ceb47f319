import { operationGroups } from '@commonhold/contract'
import { expectTenant } from '../auth/expected-tenant.ts'
import { invalid, problem, referenceNotFound, tenantArchived } from '../base/problem.ts'
import { ignoreUnhandled } from '../db/statement.ts'
import { type ReadContext, sessionOf } from '../store/context.ts'
import type { Handlers } from '../store/implement.ts'
import { listRecords } from '../store/listing.ts'
import { groupStore, groupsOfUser } from './groups.store.ts'
import { ownTenant, permissionsOf } from './me.repository.ts'
import { waysOfUser } from './memberships.repository.ts'
import { projectStore } from './projects.store.ts'
import { selectSessionProject, selectSessionTenant } from './sessions.repository.ts'
import { tenantStore, tenantsOfUser } from './tenants.store.ts'

const { me } = operationGroups

async function selectedTenant({ authorized }: ReadContext): Promise<string> {
  const { tenantId } = await authorized()
  if (tenantId === null) throw problem('no_tenant_selected')
  return tenantId
}

/** Handlers by which the signed-in user lists and selects tenants and projects. */
export const selectionHandlers: Pick<
  Handlers<typeof me>,
  | 'listTenants'
  | 'listGroups'
  | 'listProjects'
  | 'getPermissions'
  | 'getTenant'
  | 'selectTenant'
  | 'getProject'
  | 'selectProject'
> = {
  listTenants: ({ query }, context) =>
    listRecords(tenantStore, context, me.listTenants.collection, query, tenantsOfUser(context.actor.userId)),
  listGroups: async ({ query }, context) => {
    const reading = ignoreUnhandled(
      listRecords(groupStore, context, me.listGroups.collection, query, groupsOfUser(context.actor.userId)),
    )
    await selectedTenant(context)
    const rows = await reading
    const ids = rows.map(({ id }) => id)
    const ways = await waysOfUser(context.reader, context.actor.userId, ids)
    return rows.map((row) => ({ ...row, ways: ways.get(row.id) ?? [] }))
  },
  listProjects: ({ query }, context) => listRecords(projectStore, context, me.listProjects.collection, query),
  getPermissions: async (_, context) => {
    const reading = ignoreUnhandled(permissionsOf(context.reader, context.actor.userId))
    const tenant_id = await selectedTenant(context)
    const rows = await reading
    return {
      tenant_id,
      permissions: rows.find(({ project_id }) => project_id === '')?.permissions ?? [],
      projects: rows.filter(({ project_id }) => project_id !== ''),
    }
  },
  getTenant: async (_, context) => tenantStore.get(context.reader, await selectedTenant(context)),
  selectTenant: async ({ body }, context) => {
    const { tx, actor } = context
    const tenant = await ownTenant(tx, actor.userId, body.tenant_id)
    if (!tenant) throw problem('tenant_access_denied')
    if (tenant.archived_at !== null) throw tenantArchived()
    tx.selectTenant(tenant.id)
    const from = await selectSessionTenant(tx, sessionOf(actor), tenant.id)
    expectTenant(sessionOf(actor), tenant.id)
    const changes = [{ field: 'current_tenant_id', from, to: tenant.id }]
    context.audit({ action: 'selected', recordType: 'tenant', recordId: tenant.id, changes })
    return tenantStore.get(tx, tenant.id)
  },
  getProject: async (_, context) => {
    const { tenantId, projectId } = await context.authorized()
    if (tenantId === null || projectId === null) throw problem('no_project_selected')
    const { reader } = context.inTenant(tenantId, 'projects:read')
    const project = await projectStore.find(reader, projectId)
    if (!project || project.archived_at !== null) throw problem('no_project_selected')
    return project
  },
  selectProject: async ({ body }, context) => {
    const { tx, actor } = context
    const { project_id } = body
    if (project_id !== null) await projectStore.reference(tx, 'project_id', project_id)
    const project = project_id === null ? null : await projectStore.find(tx, project_id)
    if (project === undefined) throw invalid(referenceNotFound('project_id'))
    const from = await selectSessionProject(tx, sessionOf(actor), project_id)
    const changes = [{ field: 'project_id', from, to: project_id }]
    context.audit({ action: 'selected', recordType: 'project', recordId: project_id, changes })
    return project ?? undefined
  },
}
