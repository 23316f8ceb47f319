import {
  type IdentityUpdate,
  identityActivation,
  identityArchival,
  type MoveInput,
  operationGroups,
} from '@commonhold/contract'
import { problem } from '../base/problem.ts'
import type { WriteContext } from '../store/context.ts'
import { assertPastDays } from '../store/days.ts'
import { listChildren } from '../store/handlers.ts'
import { implement } from '../store/implement.ts'
import { listRecords } from '../store/listing.ts'
import { move } from '../store/moves.ts'
import { recordParts } from '../store/parts.ts'
import { contactStore } from './contacts.store.ts'
import { chooseIdentity } from './current-identity.service.ts'
import {
  addIdentity,
  type IdentityPath,
  lockIdentity,
  lockPerson,
  lockRemovedIdentity,
  setCurrentIdentity,
} from './identities.repository.ts'
import { pastDaysOf } from './identities.rules.ts'
import { changeIdentity } from './identities.service.ts'
import { identityStore, ownIdentityStore } from './identities.store.ts'
import { identityAnswer, readIdentity } from './identity-answers.service.ts'
import { personStore } from './persons.store.ts'

const { list, listOfPerson } = operationGroups.identities

const update = async (context: WriteContext, path: IdentityPath, body: IdentityUpdate) =>
  identityAnswer(context.tx, await changeIdentity(context, path, body))

/**
 * Archives, restores, activates or deactivates an identity. An archived or deactivated identity is no longer the person's current
 * one.
 */
async function moveIdentity(
  context: WriteContext,
  path: IdentityPath,
  name: 'archive' | 'restore' | 'activate' | 'deactivate',
  body: MoveInput | undefined,
) {
  const { person, identity: before } = await lockIdentity(context, path)
  const isArchival = name === 'archive' || name === 'restore'
  if (!isArchival && before.archived_at) throw problem('record_archived')
  const leaves = name === 'archive' || name === 'deactivate' ? { is_current: false } : {}
  const cycle = isArchival ? identityArchival : identityActivation
  const after = await move(context, identityStore, cycle, name, before.id, body ?? {}, leaves)
  if (before.is_current && !after.is_current) await setCurrentIdentity(context, person, null)
  return identityAnswer(context.tx, after)
}

const identityHandlers = implement(operationGroups.identities, {
  list: ({ query }, context) => listRecords(identityStore, context, list.collection, query),
  get: ({ params }, { reader }) => readIdentity(reader, params),
  update: ({ params, body }, context) => update(context, params, body),
  listOfPerson: ({ params, query }, context) =>
    listChildren(
      context,
      { store: personStore, id: params.person_id },
      { store: identityStore, member: 'person_id', collection: listOfPerson.collection },
      query,
    ),
  createForPerson: async ({ params, body }, context) => {
    const person = await lockPerson(context, params.person_id)
    await assertPastDays(context, pastDaysOf(body))
    return identityAnswer(context.tx, await addIdentity(context, person, body))
  },
  getOfPerson: ({ params }, { reader }) => readIdentity(reader, params),
  updateOfPerson: ({ params, body }, context) => update(context, params, body),
  deleteOfPerson: async ({ params }, context) => {
    const { person, identity } = await lockRemovedIdentity(context, params)
    if (identity.is_current) await setCurrentIdentity(context, person, null)
    await recordParts(context, contactStore, 'identity_id', identity.id)
    await ownIdentityStore.remove(context, identity.id)
    return undefined
  },
  archive: ({ params, body }, context) => moveIdentity(context, params, 'archive', body),
  restore: ({ params, body }, context) => moveIdentity(context, params, 'restore', body),
  activate: ({ params, body }, context) => moveIdentity(context, params, 'activate', body),
  deactivate: ({ params, body }, context) => moveIdentity(context, params, 'deactivate', body),
})

const currentIdentityHandlers = implement(operationGroups.currentIdentities, {
  get: async ({ params }, { reader }) => {
    const { current_identity_id } = await personStore.get(reader, params.person_id)
    if (!current_identity_id) throw problem('no_current_identity')
    return identityStore.get(reader, current_identity_id)
  },
  set: async ({ params, body }, context) => {
    const person = await lockPerson(context, params.person_id)
    return chooseIdentity(context, person, { field: 'identity_id', id: body.identity_id })
  },
})

/** The handlers of persons' names and of the current name. */
export const nameHandlers = [...identityHandlers, ...currentIdentityHandlers]
