import type { FirstIdentity, IdentityUpdate } from '@commonhold/contract'
import { repointed } from '../base/problem.ts'
import type { WriteContext } from '../store/context.ts'
import { assertPastDays } from '../store/days.ts'
import {
  type IdentityPath,
  type IdentityRow,
  lockIdentity,
  type PersonRow,
  setCurrentIdentity,
} from './identities.repository.ts'
import { pastDaysOf } from './identities.rules.ts'
import { identityStore } from './identities.store.ts'
import { personStore } from './persons.store.ts'

/** Changes an identity. If it is the current one, the person's name changes with it. */
export async function changeIdentity(
  context: WriteContext,
  path: IdentityPath,
  body: IdentityUpdate,
): Promise<IdentityRow> {
  const { person, identity: before } = await lockIdentity(context, path)
  await assertPastDays(context, pastDaysOf(changedDays(before, body)))
  const identity = await identityStore.update(context, before, { ...body })
  if (identity.is_current) await setCurrentIdentity(context, person, identity)
  return identity
}

/** The days of a name that a change sets; both days when the change makes it a former name. */
const changedDays = (before: IdentityUpdate, body: IdentityUpdate): IdentityUpdate =>
  body.identity_type === undefined || body.identity_type === before.identity_type
    ? { identity_type: before.identity_type, ...body }
    : { ...before, ...body }

/** Changes the current identity of a person, or creates one. `If-Match` applies to the person. */
export async function changeName(
  context: WriteContext,
  personId: string,
  name: FirstIdentity,
): Promise<void> {
  const person = await personStore.get(context.tx, personId)
  await repointed(
    nameOf({ ...context, ifMatch: undefined }, person, name),
    (pointer) => `/identity${pointer}`,
  )
}

async function nameOf(context: WriteContext, person: PersonRow, name: FirstIdentity): Promise<void> {
  if (person.current_identity_id) {
    await changeIdentity(context, { person_id: person.id, identity_id: person.current_identity_id }, name)
    return
  }
  await assertPastDays(context, pastDaysOf(name))
  const identity = await identityStore.insert(context, { ...name, person_id: person.id, is_current: true })
  await setCurrentIdentity(context, person, identity)
}
