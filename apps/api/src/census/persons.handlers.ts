import { operationGroups, personLifecycle, READ_SENSITIVE } from '@commonhold/contract'
import { newId } from '../base/ids.ts'
import { ignoreUnhandled, inOrder } from '../db/statement.ts'
import type { WriteContext } from '../store/context.ts'
import { assertPastDays } from '../store/days.ts'
import { crudHandlers, moveHandlers } from '../store/handlers.ts'
import { implement } from '../store/implement.ts'
import { independently } from '../store/independent.ts'
import { listRecords } from '../store/listing.ts'
import { assertPermission, mayIn } from '../store/permissions.ts'
import { assertSelected } from '../store/store.ts'
import { addFirstContacts } from './contacts.service.ts'
import { changeCurrentIdentity } from './current-identity.service.ts'
import { insertFirstIdentity, type PersonRow, recordPartsOfPerson } from './identities.repository.ts'
import { pastDaysOf } from './identities.rules.ts'
import { changeName } from './identities.service.ts'
import { touchPerson, withAssets } from './persons.repository.ts'
import { personStore, personView } from './persons.store.ts'

const { get } = crudHandlers(operationGroups.persons, personView)
const { archive, restore } = moveHandlers(personLifecycle, personStore)

/** A person that the caller has written; members that the caller may not read are redacted. */
const answer = async ({ tx }: WriteContext, written: Promise<{ readonly id: string }>) =>
  personView.get(tx, (await written).id)

/**
 * A day of birth that is sent unchanged creates a new version when the caller may not read it: otherwise the version would
 * confirm a guess.
 */
const touchUnread = async (context: WriteContext, person: PersonRow) =>
  (await mayIn(context.tx, READ_SENSITIVE, null)) ? person : touchPerson(context, person)

export const personHandlers = implement(operationGroups.persons, {
  list: async ({ query: { holds_assets, ...query } }, context) => {
    if (holds_assets !== undefined) await assertPermission(context.reader, 'assets:read')
    const { collection } = operationGroups.persons.list
    return listRecords(personView, context, collection, query, withAssets(holds_assets))
  },
  get,
  create: independently(async ({ body }, context) => {
    const { tenant_id, identity, contacts = [], ...fields } = body
    await assertSelected(context, tenant_id)
    const id = newId()
    const [, , , , , created] = await inOrder([
      assertPastDays(context, { birth_date: fields.birth_date }),
      identity && assertPastDays(context, pastDaysOf(identity, '/identity/')),
      personStore.insert(context, fields, id),
      identity && insertFirstIdentity(context, id, identity),
      contacts.length > 0 && addFirstContacts(context, id, contacts),
      personView.get(context.tx, id),
    ])
    return created
  }),
  update: async ({ params: { person_id }, body: { current_identity_id, identity, ...fields } }, context) => {
    const [, before] = await inOrder([
      assertPastDays(context, { birth_date: fields.birth_date }),
      personStore.lock(context, person_id),
    ])
    const updating = ignoreUnhandled(personStore.update(context, before, fields))
    // Sent after the update, so that it reads the updated person.
    const updated = ignoreUnhandled(personView.get(context.tx, person_id))
    const after = await updating
    const person = after === before && 'birth_date' in fields ? await touchUnread(context, after) : after
    if (person === after && !identity && current_identity_id === undefined) return updated
    await changeCurrentIdentity(context, person, current_identity_id)
    if (identity) await changeName(context, person_id, identity)
    return personView.get(context.tx, person_id)
  },
  delete: async ({ params: { person_id } }, context) => {
    await personStore.lock(context, person_id)
    await recordPartsOfPerson(context, person_id)
    await personStore.remove(context, person_id)
    return undefined
  },
  archive: (input, context) => answer(context, archive(input, context)),
  restore: (input, context) => answer(context, restore(input, context)),
})
