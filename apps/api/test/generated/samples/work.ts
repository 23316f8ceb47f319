import { archiveProject, createProject } from '../../world.ts'
import type { Reference } from '../sample.ts'

export const project: Reference = {
  make: (world) => createProject(world.worlds.service, world.tenantId),
  archive: (world, id) => archiveProject(world.worlds.service, world.tenantId, id),
  isShared: true,
}
