import type { EndpointGroup, EndpointSpec } from './endpoint.ts'
import { externalIdText, externalSource, kindOfRecords } from './external-ids.ts'
import type { Tag } from './tags.ts'

interface UpsertGroup {
  readonly list: EndpointSpec
  readonly create: EndpointSpec
  readonly update: EndpointSpec
}

type Path<G> = G extends { list: { path: infer P extends string } } ? P : never

/** The endpoint that creates the record with an external id, or changes it if it exists. */
export interface Upsert<G> {
  operationId: `upsert${string}`
  method: 'put'
  path: Path<G> extends `/${string}` ? `${Path<G>}/external/{source}/{external_id}` : never
  tag: Tag
  summary: string
  description: string
  permission: G extends { create: { permission: infer P extends EndpointSpec['permission'] } } ? P : never
  pathTexts: { source: typeof externalSource; external_id: typeof externalIdText }
  body: G extends { create: { body: infer B } } ? B : never
  success: {
    status: 200
    body: G extends { create: { success: { body: infer B } } } ? B : never
    orCreated: true
  }
  errors: EndpointSpec['errors']
  upserts: { kind: string; create: EndpointSpec; update: EndpointSpec }
}

/** True if the group creates records at the path of its list, and if create and update need the same permission. */
export const isUpsertable = (group: EndpointGroup): group is EndpointGroup & UpsertGroup =>
  group.create !== undefined &&
  group.create.path === group.list?.path &&
  group.create.permission === group.update?.permission

/** Derives the upsert of a collection from its create and its update. */
export function upsert<const G extends EndpointGroup & UpsertGroup>(group: G): Upsert<G> {
  const { list, create, update } = group
  const type = create.operationId.slice('create'.length)
  const one = oneOf(type)
  if (create.permission !== update.permission)
    throw new Error(`${create.operationId} and ${update.operationId} need different permissions`)
  const spec: EndpointSpec = {
    operationId: `upsert${type}`,
    method: 'put',
    path: `${list.path}/external/{source}/{external_id}`,
    tag: list.tag,
    summary: `Create or update ${one} by an external id`,
    description: `Creates ${one} with this external id (201), or changes the one that has it (200): omitted members keep their values, and an update accepts the members of \`${update.method.toUpperCase()} ${update.path}\`. Repeating it is safe. With \`If-None-Match: *\` it only creates, and answers 412 if the record exists.`,
    permission: create.permission,
    pathTexts: { source: externalSource, external_id: externalIdText },
    ...(create.body ? { body: create.body } : {}),
    success: { status: 200, body: bodyOf(create), orCreated: true },
    errors: [
      ...new Set([
        ...(create.errors ?? []),
        ...(update.errors ?? []),
        ...(['already_exists', 'not_found', 'precondition_failed'] as const),
      ]),
    ],
    upserts: { kind: kindOfRecords(list.operationId), create, update },
  }
  // The object is built dynamically, so the cast is needed: `Upsert` describes what this function returns.
  return spec as unknown as Upsert<G>
}

/** `AssetModel` as `an asset model`. */
function oneOf(type: string): string {
  const name = type.replace(/\B[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`
}

function bodyOf({ operationId, success }: EndpointSpec) {
  if (!('body' in success)) throw new Error(`${operationId} answers no record`)
  return success.body
}
