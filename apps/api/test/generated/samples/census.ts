import { personLifecycle } from '@commonhold/contract'
import { personStore } from '../../../src/census/persons.store.ts'
import { archivePerson, createPerson } from '../../world.ts'
import type { Reference, SamplesOf } from '../sample.ts'
import { member } from './work.ts'

export const person: Reference = {
  make: (world) => createPerson(world.worlds.service, world.tenantId),
  archive: (world, id) => archivePerson(world.worlds.service, world.tenantId, id),
  isShared: false,
}

export const censusSamples: SamplesOf<'persons'> = {
  persons: {
    store: personStore,
    create: async (world) => ({ external_id: world.unique() }),
    patch: async (world) => ({ external_id: world.unique(), birth_date: '2014-03-09' }),
    spread: async (world) => {
      const [first, second] = await Promise.all([member.make(world), member.make(world)])
      return [
        { external_id: world.unique(), birth_date: '2014-03-09', user_id: first },
        { external_id: world.unique(), birth_date: '2014-03-09', user_id: second },
        { birth_date: '2011-12-31', user_id: first },
        { external_id: world.unique() },
        {},
      ]
    },
    searched: ['external_id'],
    references: { user_id: member },
    lifecycle: personLifecycle,
    others: {},
  },
}
