import { projectLifecycle } from '@commonhold/contract'
import { projectStore } from '../../../src/work/projects.store.ts'
import { addToGroup, archiveProject, createProject } from '../../world.ts'
import type { Reference, SamplesOf } from '../sample.ts'

export const project: Reference = {
  make: (world) => createProject(world.worlds.service, world.tenantId),
  archive: (world, id) => archiveProject(world.worlds.service, world.tenantId, id),
  isShared: true,
  group: 'projects',
}

/** A user who belongs to the tenant of the world. */
export const member: Reference = {
  make: async ({ worlds, tenantId }) => {
    const user = await worlds.service.signUp()
    await addToGroup(worlds.service, tenantId, 'users', user)
    return user.id
  },
  archive: ({ worlds }, id) =>
    worlds.service.database
      .sql`update users set status = 'deactivated', deactivated_at = now() where id = ${id}`,
  isShared: false,
}

let keys = 0

/** A key that no project has yet. */
const newKey = () => {
  keys += 1
  return `K${String(keys).padStart(6, '0')}`
}

export const workSamples: SamplesOf<'projects'> = {
  projects: {
    store: projectStore,
    create: async (world) => ({ name: world.unique() }),
    patch: async (world) => ({ name: world.unique(), description: 'Changed' }),
    spread: async (world) => {
      const [first, second] = await Promise.all([member.make(world), member.make(world)])
      return [
        { lead_id: first, description: '50% off' },
        { lead_id: second, default_assignee_id: first, description: 'a_b plain' },
        { description: 'Long And Grey' },
        { lead_id: first, description: 'grey' },
        {},
      ].map((body) => ({ ...body, name: world.unique(), key: newKey() }))
    },
    searched: ['key', 'name', 'description'],
    references: { lead_id: member, default_assignee_id: member },
    lifecycle: projectLifecycle,
    others: {},
  },
}
