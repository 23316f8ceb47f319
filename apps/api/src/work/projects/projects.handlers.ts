import { operationGroups, projectLifecycle } from '@commonhold/contract'
import { crudHandlers, listChildren, moveHandlers } from '../../store/handlers.ts'
import { implement } from '../../store/implement.ts'
import { lockCatalogueKey } from '../../store/new-key.ts'
import { groupStore } from '../../system/groups.store.ts'
import { projectStore } from '../../system/projects.store.ts'
import { projects } from '../../system/projects.table.ts'
import { assertNotSharedKey } from './issue-keys.repository.ts'
import { newProjectKey } from './projects.repository.ts'

export const projectHandlers = implement(operationGroups.projects, {
  ...crudHandlers(operationGroups.projects, projectStore),
  ...moveHandlers(projectLifecycle, projectStore),
  create: async ({ body }, context) => {
    const { tx } = context
    if (body.key === undefined)
      return projectStore.insert(context, { ...body, key: await newProjectKey(tx, body.name) })
    void lockCatalogueKey(tx, projects, body.key)
    await assertNotSharedKey(tx, projects, body.key)
    return projectStore.insert(context, { ...body })
  },
  groups: ({ params, query }, context) =>
    listChildren(
      context,
      { store: projectStore, id: params.project_id },
      { store: groupStore, member: 'project_id', collection: operationGroups.projects.groups.collection },
      query,
    ),
})
