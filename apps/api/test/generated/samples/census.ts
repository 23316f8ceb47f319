import { archivePerson, createPerson } from '../../world.ts'
import type { Reference } from '../sample.ts'

export const person: Reference = {
  make: (world) => createPerson(world.worlds.service, world.tenantId),
  archive: (world, id) => archivePerson(world.worlds.service, world.tenantId, id),
  isShared: false,
}
