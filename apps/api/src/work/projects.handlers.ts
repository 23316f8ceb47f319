import { operationGroups, projectLifecycle } from '@commonhold/contract'
import { crudHandlers, listChildren, moveHandlers } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { groupStore } from '../system/groups.store.ts'
import { assertNotSharedKey } from './issue-keys.repository.ts'
import { newProjectKey } from './projects.repository.ts'
import { projectStore } from './projects.store.ts'
import { projects } from './projects.table.ts'

export const projectHandlers = implement(operationGroups.projects, {
  ...crudHandlers(operationGroups.projects, projectStore),
  ...moveHandlers(projectLifecycle, projectStore),
  create: async ({ body }, context) => {
    const key = body.key ?? (await newProjectKey(context.tx, body.name))
    await assertNotSharedKey(context.tx, projects, key)
    return projectStore.insert(context, { ...body, key })
  },
  groups: ({ params, query }, context) =>
    listChildren(
      context,
      { store: projectStore, id: params.project_id },
      { store: groupStore, member: 'project_id', collection: operationGroups.projects.groups.collection },
      query,
    ),
})
