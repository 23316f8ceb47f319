import { contract, projectLifecycle } from '@commonhold/contract'
import { crudHandlers, moveHandlers } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { assertNotSharedKey, newProjectKey } from './projects.repository.ts'
import { projectStore } from './projects.store.ts'

export const projectHandlers = implement(contract.projects, {
  ...crudHandlers(contract.projects, projectStore),
  ...moveHandlers(projectLifecycle, projectStore),
  create: async ({ body }, context) => {
    if (body.key) await assertNotSharedKey(context.tx, body.key)
    const key = body.key ?? (await newProjectKey(context.tx, body.name))
    return projectStore.insert(context, { ...body, key })
  },
})
