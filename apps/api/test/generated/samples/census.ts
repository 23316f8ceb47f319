import { type ContactType, personLifecycle } from '@commonhold/contract'
import { personStore } from '../../../src/census/persons.store.ts'
import { archivePerson, createPerson } from '../../world.ts'
import type { Reference, SamplesOf } from '../sample.ts'
import type { Call, World } from '../worlds.ts'
import { member } from './work.ts'

export const person: Reference = {
  make: (world) => createPerson(world.worlds.service, world.tenantId),
  archive: (world, id) => archivePerson(world.worlds.service, world.tenantId, id),
  isShared: false,
}

const newName = (world: World) => ({ first_name: 'Ada', last_name: world.unique() })

/** A person with one identity, which is the current one. */
async function named(world: World) {
  const { id, current_identity_id } = await world.client.persons.create({ identity: newName(world) })
  if (!current_identity_id) throw new Error('the first identity is the current one')
  return { person_id: id, identity_id: current_identity_id }
}

/** Identities that differ in the members that lists filter and sort by. */
const names = (world: World) =>
  [
    { first_name: 'Ada', prefix: '50%' },
    { first_name: 'Ada', identity_type: 'former' as const, middle_name: 'a_b' },
    { first_name: 'Augusta', identity_type: 'alias' as const },
    { first_name: 'Byron', identity_type: 'preferred' as const, suffix: 'Jr.' },
    { first_name: 'Byron', identity_type: 'alias' as const },
  ].map((body) => ({ last_name: world.unique(), ...body }))

/** A person with all of these. The last two are deactivated, the third from last is archived. */
async function manyNames(world: World) {
  const { id: person_id } = await world.client.persons.create({})
  const made: string[] = []
  for (const body of names(world))
    made.push((await world.client.persons.identities.create({ person_id }, body)).id)
  await world.client.persons.identities.deactivate({ person_id, identity_id: made.at(-1) ?? '' })
  await world.client.persons.identities.deactivate({ person_id, identity_id: made.at(-2) ?? '' })
  await world.client.persons.identities.archive({ person_id, identity_id: made.at(-3) ?? '' })
  return person_id
}

const addName = (world: World, person_id: string) =>
  world.client.persons.identities.create({ person_id }, newName(world))

/** Makes a call on an identity after these moves. */
const after =
  (...moves: readonly ('archive' | 'deactivate')[]) =>
  async (world: World) => {
    const params = await named(world)
    for (const move of moves) await world.client.persons.identities[move](params)
    return { params }
  }

const contactOf = (world: World, type: ContactType = 'email') => ({
  type,
  value: type === 'email' ? `${world.unique().replaceAll(/[^A-Za-z0-9]/g, '')}@example.org` : world.unique(),
})

/** Work contacts can be read with `persons:read` alone. */
const workContactOf = (world: World) => ({ ...contactOf(world), label: 'work' })

async function newContact(world: World) {
  const person_id = await person.make(world)
  const { id: contact_id } = await world.client.persons.contacts.create({ person_id }, workContactOf(world))
  return { person_id, contact_id }
}

async function personWithContacts(world: World): Promise<{ person_id: string }> {
  const { id: person_id } = await world.client.persons.create({})
  for (const [type, label] of [
    ['email', 'Work'],
    ['email', 'Home'],
    ['address', null],
    ['messenger', 'Work'],
    ['other', null],
  ] as const)
    await world.client.persons.contacts.create(
      { person_id },
      { ...contactOf(world, type), label, do_not_publish: type === 'address' },
    )
  return { person_id }
}

const addContactTo = async (world: World, { params }: Call) =>
  world.client.persons.contacts.create({ person_id: params?.person_id ?? '' }, contactOf(world))

export const censusSamples: SamplesOf<'persons' | 'identities' | 'currentIdentities' | 'contacts'> = {
  persons: {
    store: personStore,
    create: async (world) => ({
      external_id: world.unique(),
      identity: newName(world),
      contacts: [contactOf(world)],
    }),
    patch: async (world) => ({ external_id: world.unique(), birth_date: '2014-03-09' }),
    spread: async (world) => {
      const [first, second] = await Promise.all([member.make(world), member.make(world)])
      return [
        { external_id: world.unique(), birth_date: '2014-03-09', user_id: first, identity: newName(world) },
        { external_id: world.unique(), birth_date: '2014-03-09', user_id: second, identity: newName(world) },
        { birth_date: '2011-12-31', user_id: first, identity: { ...newName(world), prefix: '50% a_b' } },
        { external_id: world.unique() },
        {},
      ]
    },
    searched: ['display_name', 'external_id'],
    references: { user_id: member },
    lifecycle: personLifecycle,
    others: {},
  },
  identities: {
    others: {
      list: {
        call: async (world) => {
          await manyNames(world)
          await manyNames(world)
          return {}
        },
        more: named,
        searched: ['display_name'],
      },
      get: async (world) => ({ params: { identity_id: (await named(world)).identity_id } }),
      update: async (world) => ({
        params: { identity_id: (await named(world)).identity_id },
        body: { last_name: world.unique(), prefix: 'Dr.', valid_to_date: '2026-01-31' },
      }),
      listOfPerson: {
        call: async (world) => ({ params: { person_id: await manyNames(world) } }),
        more: (world, { params }) => addName(world, params?.person_id ?? ''),
        searched: ['display_name'],
      },
      createForPerson: async (world) => ({
        params: { person_id: (await named(world)).person_id },
        body: newName(world),
      }),
      getOfPerson: async (world) => ({ params: await named(world) }),
      updateOfPerson: async (world) => ({
        params: await named(world),
        body: { last_name: world.unique() },
      }),
      deleteOfPerson: after(),
      archive: after(),
      restore: after('archive'),
      activate: after('deactivate'),
      deactivate: after(),
    },
  },
  currentIdentities: {
    others: {
      get: async (world) => ({ params: { person_id: (await named(world)).person_id } }),
      set: async (world) => {
        const { person_id } = await named(world)
        return { params: { person_id }, body: { identity_id: (await addName(world, person_id)).id } }
      },
    },
  },
  contacts: {
    others: {
      list: {
        call: async (world) => {
          await personWithContacts(world)
          await personWithContacts(world)
          const owner = await named(world)
          await world.client.persons.identities.contacts.create(owner, contactOf(world))
          await world.client.persons.identities.contacts.create(await named(world), contactOf(world))
          return {}
        },
        more: newContact,
        searched: ['value', 'label'],
      },
      get: async (world) => ({ params: { contact_id: (await newContact(world)).contact_id } }),
      update: async (world) => ({
        params: { contact_id: (await newContact(world)).contact_id },
        body: { label: world.unique() },
      }),
      delete: async (world) => ({ params: { contact_id: (await newContact(world)).contact_id } }),
      listOfPerson: {
        call: async (world) => ({ params: await personWithContacts(world) }),
        more: addContactTo,
        searched: ['value', 'label'],
      },
      createOfPerson: async (world) => ({
        params: { person_id: await person.make(world) },
        body: contactOf(world),
      }),
      getOfPerson: async (world) => ({ params: await newContact(world) }),
      updateOfPerson: async (world) => ({
        params: await newContact(world),
        body: { label: world.unique() },
      }),
      deleteOfPerson: async (world) => ({ params: await newContact(world) }),
      reorder: async (world) => {
        const { id: person_id } = await world.client.persons.create({
          contacts: [workContactOf(world), workContactOf(world), workContactOf(world)],
        })
        const contacts = await world.client.persons.contacts.list({ person_id })
        return { params: { person_id }, body: { contact_ids: contacts.map(({ id }) => id).reverse() } }
      },
      listOfIdentity: {
        call: async (world) => {
          const params = await named(world)
          for (const type of ['email', 'address', 'messenger', 'other'] as const)
            await world.client.persons.identities.contacts.create(params, {
              ...contactOf(world, type),
              label: type,
            })
          await world.client.persons.identities.contacts.create(params, contactOf(world))
          return { params }
        },
        more: async (world, { params }) =>
          world.client.persons.identities.contacts.create(
            { person_id: params?.person_id ?? '', identity_id: params?.identity_id ?? '' },
            contactOf(world),
          ),
        searched: ['value', 'label'],
      },
      createOfIdentity: async (world) => ({ params: await named(world), body: contactOf(world) }),
    },
  },
}
