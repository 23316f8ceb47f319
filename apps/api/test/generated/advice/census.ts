import type { Desk } from '../../work/desk.ts'
import { createPerson } from '../../world.ts'
import { type AdviceCase, newName } from './advice.ts'

const ada = () => ({ first_name: 'Ada', last_name: newName() })

/** A person with a second identity that is archived or deactivated. */
async function secondIdentity(desk: Desk, move: 'archive' | 'deactivate') {
  const { identities, currentIdentity } = desk.client.persons
  const { id: person_id } = await desk.client.persons.create({ identity: ada() })
  const { id: identity_id } = await identities.create({ person_id }, ada())
  await identities[move]({ person_id, identity_id })
  return {
    path: { person_id, identity_id },
    choose: () => currentIdentity.set({ person_id }, { identity_id }),
  }
}

export const censusAdvice: readonly AdviceCase[] = [
  {
    name: 'an archived person',
    code: 'record_archived',
    advice: /The person is archived\. Restore it first/,
    arrange: async (desk) => {
      const person_id = await createPerson(desk.service, desk.tenantId)
      await desk.client.persons.archive({ person_id })
      return {
        send: () => desk.client.persons.identities.create({ person_id }, ada()),
        follow: () => desk.client.persons.restore({ person_id }),
      }
    },
  },
  {
    name: 'an archived identity',
    code: 'record_archived',
    advice: /The identity is archived\. Restore it first/,
    arrange: async (desk) => {
      const { path, choose } = await secondIdentity(desk, 'archive')
      return { send: choose, follow: () => desk.client.persons.identities.restore(path) }
    },
  },
  {
    name: 'a deactivated identity',
    code: 'identity_deactivated',
    advice: /Activate the identity first/,
    arrange: async (desk) => {
      const { path, choose } = await secondIdentity(desk, 'deactivate')
      return { send: choose, follow: () => desk.client.persons.identities.activate(path) }
    },
  },
  {
    name: 'a contact that the person has',
    code: 'already_exists',
    advice: /choose another value/,
    arrange: async (desk) => {
      const person_id = await createPerson(desk.service, desk.tenantId)
      const add = (value: string) =>
        desk.client.persons.contacts.create({ person_id }, { type: 'email', value })
      await add('ada@example.org')
      return { send: () => add('ada@example.org'), instead: () => add('ada@example.com') }
    },
  },
]
