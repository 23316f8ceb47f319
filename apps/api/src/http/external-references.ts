import { type EndpointSpec, isUlid, kindReferredTo } from '@commonhold/contract'
import { z } from 'zod'
import type { AuthorizedTransaction } from '../auth/authorize.ts'
import { type FieldError, invalid, referenceNotFound } from '../base/problem.ts'
import { type ExternalName, findByExternalIds } from '../store/external-ids.ts'

/** A member of a body that refers to a record: the path to the member, and the kind of record. */
interface ReferencePlace {
  readonly path: readonly string[]
  readonly kind: string
}

/** An external id in a body, with the pointer to it. */
export interface Occurrence extends ExternalName {
  readonly field: string
}

const known = new WeakMap<z.core.$ZodType, readonly ReferencePlace[]>()

function placesIn(schema: z.core.$ZodType): readonly ReferencePlace[] {
  const places = known.get(schema) ?? placesBelow(schema, [])
  known.set(schema, places)
  return places
}

function placesBelow(schema: z.core.$ZodType, path: readonly string[]): ReferencePlace[] {
  const kind = kindReferredTo(schema)
  if (kind !== undefined) return [{ path, kind }]
  if (schema instanceof z.ZodOptional) return placesBelow(schema.unwrap(), path)
  if (schema instanceof z.ZodArray) return placesBelow(schema.element, path)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => placesBelow(option, path))
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([name, member]) =>
    placesBelow(member as z.core.$ZodType, [...path, name]),
  )
}

/** The external ids in a body, with the pointers to them; the body need not be valid. */
export const externalNamesIn = ({ body: schema }: EndpointSpec, body: unknown): Occurrence[] =>
  (schema ? placesIn(schema) : []).flatMap(({ path, kind }) =>
    externalIdsAt(body, path, '').map((one): Occurrence => ({ ...one, kind })),
  )

/** The body with external ids replaced by ids; an external id that no record has is left unchanged. */
export const withIds = (
  { body: schema }: EndpointSpec,
  body: unknown,
  idOf: (named: ExternalName) => string | undefined,
): unknown =>
  (schema ? placesIn(schema) : []).reduce(
    (resolved, { path, kind }) => replacedAt(resolved, path, (name) => idOf({ kind, name }) ?? name),
    body,
  )

/**
 * The validated body with external ids replaced by ids. An external id that no record of the tenant has is an error, like any
 * other reference that is not found.
 */
export async function withResolvedReferences(
  tx: AuthorizedTransaction,
  endpoint: EndpointSpec,
  body: unknown,
): Promise<unknown> {
  const found = externalNamesIn(endpoint, body)
  if (found.length === 0) return body
  const idOf = await findByExternalIds(tx, found)
  const errors = found
    .filter((one) => idOf(one) === undefined)
    .map(
      ({ field, name }): FieldError => ({
        ...referenceNotFound(field),
        message: `no such record has the external id ${name}`,
      }),
    )
  if (errors.length > 0) throw invalid(...errors)
  tx.name(found.flatMap((one) => idOf(one) ?? []))
  return withIds(endpoint, body, idOf)
}

function externalIdsAt(value: unknown, path: readonly string[], field: string): Omit<Occurrence, 'kind'>[] {
  if (Array.isArray(value)) return value.flatMap((one, at) => externalIdsAt(one, path, `${field}/${at}`))
  const [name, ...rest] = path
  if (name === undefined) return typeof value === 'string' && !isUlid(value) ? [{ field, name: value }] : []
  return isObject(value) && Object.hasOwn(value, name)
    ? externalIdsAt(Reflect.get(value, name), rest, `${field}/${name}`)
    : []
}

function replacedAt(value: unknown, path: readonly string[], replace: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => replacedAt(one, path, replace))
  const [name, ...rest] = path
  if (name === undefined) return typeof value === 'string' && !isUlid(value) ? replace(value) : value
  if (!isObject(value) || !Object.hasOwn(value, name)) return value
  return { ...value, [name]: replacedAt(Reflect.get(value, name), rest, replace) }
}

const isObject = (value: unknown): value is object => value !== null && typeof value === 'object'
