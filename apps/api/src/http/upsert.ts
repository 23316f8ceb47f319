import {
  DEFAULT_SOURCE,
  type EndpointSpec,
  externalIdOf,
  kindsWithDefault,
  pathParameters,
  shapeOf,
  upsertOperations,
} from '@commonhold/contract'
import type { Credential } from '../auth/credential.ts'
import { type FieldError, invalid, problem } from '../base/problem.ts'
import { findByExternalIds, lockExternalId } from '../store/external-ids.ts'
import type { Implementation } from '../store/implement.ts'
import { membersOfBody } from './body-members.ts'
import type { CheckedRequest } from './checked-request.ts'
import { type Executed, executed, recordBefore, replyIn } from './execute.ts'
import { externalNamesIn, withIds } from './external-references.ts'
import { RecordOperations } from './record-operations.ts'
import { authorizedBy } from './request-contexts.ts'
import { success } from './respond.ts'
import { type Service, transactWith } from './service.ts'
import { validateBody } from './validate.ts'

/**
 * The upserts for the server. They have no handlers: each runs the handler that creates the record, or the one that changes
 * it.
 */
export const upsertImplementations: readonly Implementation[] = Object.values(upsertOperations).map(
  (endpoint) => ({ endpoint, handle: () => Promise.reject(new Error('an upsert has no handler')) }),
)

/** An operation that an upsert runs. */
interface UpsertOperation {
  readonly implementation: Implementation
  readonly operations: RecordOperations
}

/** The operations of an upsert. */
export interface UpsertOperations {
  readonly kind: string
  readonly create: UpsertOperation
  readonly update: UpsertOperation
}

/** Finds the operations of an upsert among all that are served. */
export function upsertOperationsOf(
  all: readonly Implementation[],
  { kind, create, update }: NonNullable<EndpointSpec['upserts']>,
): UpsertOperations {
  const served = (endpoint: EndpointSpec): UpsertOperation => {
    const implementation = all.find((one) => one.endpoint === endpoint)
    if (!implementation) throw new Error(`${endpoint.operationId} is not served`)
    return { implementation, operations: new RecordOperations(all, endpoint) }
  }
  return { kind, create: served(create), update: served(update) }
}

/** Creates the record with an external id, or changes the record that has it. */
export function executeUpsert(
  service: Service,
  endpoint: EndpointSpec,
  operations: UpsertOperations,
  request: CheckedRequest,
  token: Credential,
): Promise<Executed> {
  const { source = '', external_id: id = '' } = request.params
  const named = { kind: operations.kind, name: externalIdOf({ source, id }) }
  const open = authorizedBy(endpoint, request, token)
  return transactWith(service.connections, request.deadline, open, async (tx) => {
    // Of concurrent upserts with the same external id, the first creates the record, and the others wait and then find it.
    void lockExternalId(tx, named)
    const { endpoint: create } = operations.create.implementation
    const idOf = await findByExternalIds(tx, [named, ...externalNamesIn(create, request.body)])
    const found = idOf(named)
    if (found !== undefined && request.header('if-none-match') === '*')
      throw problem('precondition_failed', {}, `A record with the external id ${named.name} already exists.`)
    if (found === undefined && request.header('if-match') !== null) throw noRecord(named.name)
    const operation = found === undefined ? operations.create : operations.update
    const body = withIds(create, request.body, idOf)
    const resolvedRequest = requestOf({ ...request, body }, operations, found)
    const { implementation } = operation
    const before = await recordBefore(service, implementation.endpoint, resolvedRequest, token)
    const write = { service, implementation, request: resolvedRequest, token, before }
    const headers: Record<string, string> = {}
    const reply = await replyIn(tx, write, headers)
    const answer = success(implementation.endpoint, resolvedRequest, reply, headers)
    return executed(answer, await tx.authorized())
  })
}

/** The problem of an upsert that expects a version of a record, when there is no record. */
export const noRecord = (name: string) =>
  problem('precondition_failed', {}, `There is no record with the external id ${name}.`)

/** The request of the operation that an upsert runs. `found` is the id of the record that it changes. */
function requestOf(
  request: CheckedRequest,
  { kind, create, update }: UpsertOperations,
  found: string | undefined,
): CheckedRequest {
  const { source = '', external_id: id = '' } = request.params
  const isNew = found === undefined
  const { implementation, operations } = isNew ? create : update
  const { endpoint } = implementation
  const body = withExternalId(kind, request.body, { source, id }, isNew)
  if (!isNew) assertUpdatable(create, update, body)
  const { written, readOnlyMembers, version } = membersOfBody(endpoint, body)
  const [parameter] = pathParameters(endpoint.path)
  return {
    ...request,
    params: parameter === undefined || isNew ? {} : { [parameter]: found },
    query: undefined,
    body: validateBody(endpoint, written),
    readOnlyMembers,
    operations,
    version,
  }
}

/** Rejects members that only the create operation accepts and the record does not have, such as the contacts of a new person. */
export function assertUpdatable(
  { implementation: { endpoint: create } }: Pick<UpsertOperation, 'implementation'>,
  { implementation: { endpoint: update } }: Pick<UpsertOperation, 'implementation'>,
  body: unknown,
): void {
  const record = 'body' in update.success ? shapeOf(update.success.body) : {}
  const ofUpdate = shapeOf(update.body)
  const errors = Object.keys(shapeOf(create.body))
    .filter((member) => !(member in ofUpdate) && !(member in record) && member in Object(body))
    .map(
      (field): FieldError => ({
        field,
        code: 'read_only',
        message: 'is accepted only when the record is created, and the record already exists; leave it out',
      }),
    )
  if (errors.length > 0) throw invalid(...errors)
}

/** The body with the external id of the request. A new record gets it; an existing record keeps it. */
export function withExternalId(
  kind: string,
  body: unknown,
  externalId: { readonly source: string; readonly id: string },
  isNew: boolean,
): unknown {
  // Anything but an object is rejected by the operation itself.
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return body ?? null
  if (externalId.source === DEFAULT_SOURCE) return withDefaultId(kind, body, externalId.id, isNew)
  const { external_ids: others } = body as { external_ids?: unknown }
  if (others === undefined) return isNew ? { ...body, external_ids: [externalId] } : body
  return Array.isArray(others) ? { ...body, external_ids: [...others, externalId] } : body
}

/** The external id with the source `default` is the member `external_id`, which only some kinds of record have. */
function withDefaultId(kind: string, body: object, id: string, isNew: boolean): unknown {
  if (!kindsWithDefault.has(kind))
    throw invalid({
      in: 'path',
      field: 'source',
      code: 'not_allowed_value',
      message: `must be another source: default is reserved for the member external_id of ${[...kindsWithDefault].join(', ')}`,
    })
  const sent = Reflect.get(body, 'external_id')
  if (sent !== undefined && sent !== id)
    throw invalid({
      field: 'external_id',
      code: 'not_allowed_value',
      message: 'must be the external id of the request, or be left out',
    })
  return isNew ? { ...body, external_id: id } : body
}
