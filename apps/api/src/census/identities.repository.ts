import { type FirstIdentity, type IdentityCreate, READ_SENSITIVE } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { newId } from '../base/ids.ts'
import { problem } from '../base/problem.ts'
import { build, ignoreUnhandled, inOrder, type Reader, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { WriteContext } from '../store/context.ts'
import { clearExclusiveFlag } from '../store/exclusive-flag.ts'
import { recordParts } from '../store/parts.ts'
import { contactStore } from './contacts.store.ts'
import { identityStore, ownIdentityStore } from './identities.store.ts'
import { personStore } from './persons.store.ts'
import { persons } from './persons.table.ts'
import { isFormerName } from './sensitive.repository.ts'

/** A stored person. */
export type PersonRow = Awaited<ReturnType<typeof personStore.get>>
/** A stored identity. */
export type IdentityRow = Awaited<ReturnType<typeof identityStore.get>>

/** The path of an identity, with or without its person. */
export interface IdentityPath {
  readonly person_id?: string
  readonly identity_id: string
}

/** The identity. Throws `not_found` unless it belongs to the person in the path. */
export async function getIdentity(
  reader: Reader,
  { person_id, identity_id }: IdentityPath,
): Promise<IdentityRow> {
  const identity = await identityStore.get(reader, identity_id)
  if (person_id !== undefined && identity.person_id !== person_id) throw problem('not_found')
  return identity
}

/** Locks and returns a person, so that concurrent changes of the person's records wait. Throws if the person is archived. */
export async function lockPerson({ tx }: WriteContext, id: string): Promise<PersonRow> {
  const person = await tx.first(personStore.lockStatement(), { id })
  if (!person) throw problem('not_found')
  if (person.archived_at) throw problem('record_archived', {}, 'The person is archived. Restore it first.')
  return person
}

/** Returns an identity to change. Throws 403 if the caller may not read it, because a change could make its name readable. */
async function changeableIdentity(reader: Reader, path: IdentityPath): Promise<IdentityRow> {
  const readable = await identityStore.find(reader, path.identity_id)
  const found = readable ?? (await ownIdentityStore.get(reader, path.identity_id))
  if (path.person_id !== undefined && found.person_id !== path.person_id) throw problem('not_found')
  if (readable) return readable
  throw problem(
    'permission_denied',
    { required_permission: READ_SENSITIVE },
    `Changing an identity that you may not read needs the permission ${READ_SENSITIVE}. Delete the identity and add it again, or ask someone who has the permission.`,
  )
}

/**
 * Locks and returns an identity and its person for a removal. The user who created the identity may remove it without permission
 * to read it.
 */
export async function lockRemovedIdentity(context: WriteContext, { person_id, identity_id }: IdentityPath) {
  const found = await ownIdentityStore.get(context.tx, identity_id)
  if (person_id !== undefined && found.person_id !== person_id) throw problem('not_found')
  const [person, identity] = await inOrder([
    lockPerson(context, found.person_id),
    ownIdentityStore.lock(context, identity_id),
  ])
  return { person, identity }
}

/** Locks and returns an identity and its person, for a change that `If-Match` allows. */
export async function lockIdentity(context: WriteContext, path: IdentityPath) {
  const { id, person_id } = await changeableIdentity(context.tx, path)
  const [person, identity] = await inOrder([lockPerson(context, person_id), identityStore.lock(context, id)])
  return { person, identity }
}

const setFirstIdentity = () =>
  personStore.fixed('name new', () =>
    build
      .update(persons)
      .set({
        current_identity_id: sql`${sql.placeholder('identity_id')}`,
        display_name: sql`(select i.display_name from identities i
          where i.tenant_id = ${tenantId} and i.id = ${sql.placeholder('identity_id')})`,
      })
      .where(personStore.ownRow())
      .returning(personStore.selection()),
  )

/**
 * Sets the first identity of a person that this transaction created, without another version of the person. Its statements are
 * sent immediately.
 */
export async function insertFirstIdentity(
  context: WriteContext,
  person_id: string,
  body: FirstIdentity,
): Promise<void> {
  const identity_id = newId()
  const inserted = ignoreUnhandled(
    identityStore.insert(context, { ...body, person_id, is_current: true }, identity_id),
  )
  const named = context.tx.first(setFirstIdentity(), { id: person_id, identity_id })
  await inserted
  if (!(await named)) throw new Error('person: a new record was deleted')
}

/** Former names do not count: otherwise a caller who may not read them could infer that they exist. */
const anyIdentity = sqlStatement<unknown>(sql`
  select 1 from identities i where i.tenant_id = ${tenantId}
     and i.person_id = ${sql.placeholder('person_id')} and not ${isFormerName('i')} limit 1`)

/** Adds an identity to a locked person; the first one becomes the current one. */
export async function addIdentity(
  context: WriteContext,
  person: PersonRow,
  body: IdentityCreate,
): Promise<IdentityRow> {
  const is_current = !(await context.tx.first(anyIdentity, { person_id: person.id }))
  const identity = await identityStore.insert(context, { ...body, person_id: person.id, is_current })
  if (is_current) await setCurrentIdentity(context, person, identity)
  return identity
}

const identityIds = sqlStatement<{ id: string }>(sql`
  select id from identities where tenant_id = ${tenantId} and person_id = ${sql.placeholder('person_id')}`)

/** Records in the audit log the identities and contacts that are deleted with a locked person. */
export async function recordPartsOfPerson(context: WriteContext, person_id: string): Promise<void> {
  const ids = await context.tx.run(identityIds, { person_id })
  await Promise.all([
    recordParts(context, contactStore, 'person_id', person_id),
    ...ids.map(({ id }) => recordParts(context, contactStore, 'identity_id', id)),
    recordParts(context, identityStore, 'person_id', person_id),
  ])
}

/** Sets the current identity and the name of a locked person. */
export const setCurrentIdentity = (context: WriteContext, person: PersonRow, identity: IdentityRow | null) =>
  personStore.update(context, person, {
    current_identity_id: identity?.id ?? null,
    display_name: identity?.display_name ?? null,
  })

/** Makes an identity of a locked person the current one, instead of the former one. */
export async function makeCurrent(context: WriteContext, person: PersonRow, identity: IdentityRow) {
  await clearExclusiveFlag(context, identityStore, 'is_current', { person_id: person.id })
  const current = await identityStore.update(context, identity, { is_current: true })
  await setCurrentIdentity(context, person, current)
  return current
}
