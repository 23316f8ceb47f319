import type { ContactType } from '@commonhold/contract'
import type { World } from './worlds.ts'

/** An identity with its person. */
interface Named {
  readonly person_id: string
  readonly identity_id: string
}

/** Records of persons, as ids in the order of creation. */
export interface Census {
  readonly persons: string[]
  readonly identities: Named[]
  readonly contacts: string[]
}

/** A contact that both tenants have, or only the one with secrets. */
interface Entry {
  readonly type: ContactType
  readonly value: string
  readonly label?: string
  readonly isHidden?: true
}

const entries: readonly Entry[] = [
  { type: 'email', value: 'private@example.org', label: 'Home', isHidden: true },
  { type: 'email', value: 'desk@example.org', label: 'Work' },
  { type: 'messenger', value: '@hidden handle', label: 'work', isHidden: true },
  { type: 'phone', value: '+44 20 7946 0018', label: 'WORK' },
  { type: 'address', value: 'Hidden ReadPoolName 1', isHidden: true },
  { type: 'phone', value: '+44 20 7946 0019', label: 'work' },
  { type: 'emergency', value: 'Hidden aunt', isHidden: true },
  { type: 'mobile', value: '+44 7700 900999', isHidden: true },
  { type: 'mobile', value: '+44 7700 900123', label: 'work' },
]
const formerName = {
  first_name: 'Hiddenfirst',
  last_name: 'Hiddenlast',
  identity_type: 'former',
  valid_to_date: '2020-01-31',
} as const

/** Fills a tenant. The tenant with secrets and the one without differ only in hidden members and records. */
export async function fillTenant({ client }: World, hasSecrets: boolean) {
  const visible: Census = { persons: [], identities: [], contacts: [] }
  const hidden: Census = { persons: [], identities: [], contacts: [] }

  const addPerson = async (birth_date: string | null, names: object = {}): Promise<Named> => {
    const at = visible.persons.length
    const identity = { first_name: 'Ada', last_name: `Alpha${at}`, ...names }
    const made = await client.persons.create({ birth_date, external_id: `S-${at}`, identity })
    const named = { person_id: made.id, identity_id: made.current_identity_id ?? '' }
    visible.persons.push(made.id)
    visible.identities.push(named)
    return named
  }
  const addName = async (person_id: string, names: object, into: Census): Promise<Named> => {
    const body = { first_name: 'Augusta', last_name: 'Byron', ...names }
    const { id: identity_id } = await client.persons.identities.create({ person_id }, body)
    into.identities.push({ person_id, identity_id })
    return { person_id, identity_id }
  }
  const addContacts = async (place: { person_id: string } | Named, all: readonly Entry[], into = visible) => {
    for (const { isHidden, ...body } of all.filter((entry) => hasSecrets || !entry.isHidden)) {
      const { id } = await ('identity_id' in place
        ? client.persons.identities.contacts.create(place, body)
        : client.persons.contacts.create(place, body))
      const group = isHidden ? hidden : into
      group.contacts.push(id)
    }
  }

  const { person_id: first } = await addPerson(hasSecrets ? '2014-03-09' : '2010-01-01')
  await addContacts({ person_id: first }, entries)
  const { person_id: second } = await addPerson(hasSecrets ? '2009-12-31' : null)
  if (hasSecrets) await addContacts(await addName(second, formerName, hidden), entries.slice(1, 2), hidden)
  await addContacts(await addName(second, { identity_type: 'alias' }, visible), entries)
  await addContacts({ person_id: second }, entries.slice(0, 4))
  await addContacts(
    await addPerson(null, { identity_type: 'former', first_name: 'Known' }),
    entries.slice(0, 2),
  )
  const { id: nameless } = await client.persons.create({ external_id: 'S-nameless' })
  visible.persons.push(nameless)
  if (hasSecrets) await client.persons.identities.deactivate(await addName(nameless, formerName, hidden))
  const { person_id: last } = await addPerson(hasSecrets ? '2001-01-01' : '2002-02-02')
  await client.persons.archive({ person_id: last })
  return { visible, hidden }
}
