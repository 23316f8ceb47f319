import { z } from 'zod'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { including } from '../kernel/crud.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { byFlag, byReference, byTime, byValue } from '../kernel/filters.ts'
import { moves } from '../kernel/lifecycle.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { instant } from '../kernel/schema.ts'
import {
  CurrentIdentity,
  Identity,
  IdentityCreate,
  IdentityUpdate,
  identityActivation,
  identityArchival,
  identityIncludes,
  identityType,
} from './identities.ts'
import { namePart } from './names.ts'
import { hiddenIdentities, READ_SENSITIVE } from './sensitive.ts'

const filters = {
  last_name: byValue(namePart()),
  first_name: byValue(namePart()),
  identity_type: byValue(identityType),
  is_current: byFlag(),
  deactivated_at: byTime(instant(), { nullable: true }),
  created_at: byTime(instant()),
  updated_at: byTime(instant()),
}
const sort = ['last_name', 'first_name', 'display_name', 'identity_type', 'created_at', 'updated_at'] as const
const all = collection({
  hasExternalIds: true,
  include: identityIncludes.include,
  filters: { person_id: byReference('the person'), ...filters },
  sort,
  search: true,
  archivable: true,
})
const ofPerson = collection({
  hasExternalIds: true,
  include: identityIncludes.include,
  filters,
  sort,
  search: true,
  archivable: true,
})

const tag = 'Identities'
const read = {
  method: 'get',
  tag,
  permission: 'persons:read',
  success: { status: 200, body: Identity },
} as const
const readOne = { ...read, ...including(identityIncludes) } as const
const change = {
  method: 'patch',
  tag,
  permission: 'persons:write',
  body: IdentityUpdate,
  success: { status: 200, body: Identity },
} as const

export const identities = {
  list: endpoint({
    ...read,
    operationId: 'listIdentities',
    path: '/identities',
    summary: 'List identities',
    description: hiddenIdentities,
    query: all.query,
    collection: all,
    success: { status: 200, body: z.array(Identity) },
  }),
  get: endpoint({
    ...readOne,
    operationId: 'getIdentity',
    path: '/identities/{identity_id}',
    summary: 'Read an identity',
  }),
  update: endpoint({
    ...change,
    operationId: 'updateIdentity',
    path: '/identities/{identity_id}',
    summary: 'Update an identity',
  }),
  listOfPerson: endpoint({
    ...read,
    operationId: 'listIdentitiesOfPerson',
    path: '/persons/{person_id}/identities',
    summary: 'List the identities of a person',
    description: hiddenIdentities,
    query: ofPerson.query,
    collection: ofPerson,
    success: { status: 200, body: z.array(Identity) },
  }),
  createForPerson: endpoint({
    operationId: 'createIdentityOfPerson',
    method: 'post',
    path: '/persons/{person_id}/identities',
    tag,
    summary: 'Create an identity of a person',
    description:
      'The first identity becomes the current one. Former names that are not current are not counted.',
    permission: 'persons:write',
    body: IdentityCreate,
    success: { status: 201, body: Identity },
  }),
  getOfPerson: endpoint({
    ...readOne,
    operationId: 'getIdentityOfPerson',
    path: '/persons/{person_id}/identities/{identity_id}',
    summary: 'Read an identity of a person',
  }),
  updateOfPerson: endpoint({
    ...change,
    operationId: 'updateIdentityOfPerson',
    path: '/persons/{person_id}/identities/{identity_id}',
    summary: 'Update an identity of a person',
  }),
  deleteOfPerson: endpoint({
    operationId: 'deleteIdentityOfPerson',
    method: 'delete',
    path: '/persons/{person_id}/identities/{identity_id}',
    tag,
    summary: 'Delete an identity of a person',
    description: 'If it was the current identity, the person has no current one afterwards.',
    permission: 'persons:write',
    success: { status: 204 },
    errors: ['dependent_item_exists'],
  }),
  ...moves({ tag, permission: 'persons:write', record: Identity }, identityArchival),
  ...moves({ tag, permission: 'persons:write', record: Identity }, identityActivation),
}

export const currentIdentities = {
  get: endpoint({
    ...readOne,
    operationId: 'getCurrentIdentityOfPerson',
    path: '/persons/{person_id}/current-identity',
    summary: 'Read the current identity of a person',
    errors: ['no_current_identity'],
  }),
  set: endpoint({
    operationId: 'setCurrentIdentityOfPerson',
    method: 'post',
    path: '/persons/{person_id}/current-identity',
    tag,
    summary: 'Set the current identity of a person',
    description: 'The previous identity is no longer current. Repeating the request changes nothing.',
    permission: 'persons:write',
    body: CurrentIdentity,
    success: { status: 200, body: Identity },
    sets: ['is_current'],
    errors: ['identity_deactivated'],
  }),
}

/** Writes up to 500 identities in one request. */
export const identitiesBulk: BulkOf<'identities'> = bulk(identities)

/** Lists the changes of an identity. Former values need `persons:read_sensitive`. */
export const identitiesHistory: HistoryOf<typeof identities.get, typeof READ_SENSITIVE> = history(
  identities.get,
  READ_SENSITIVE,
)
