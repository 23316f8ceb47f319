import type { EndpointSpec } from '@commonhold/contract'
import { z } from 'zod'

/** The members of an object schema; empty for any other schema. */
export const shapeOf = (schema: z.core.$ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> =>
  schema instanceof z.ZodObject ? schema.shape : {}

/** A schema without the wrappers that make it optional or nullable. */
export function inner(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return inner(schema.unwrap())
  if (!(schema instanceof z.ZodUnion)) return schema
  const options = schema.options.filter((option) => !(option instanceof z.ZodNull))
  const [only] = options
  return options.length === 1 && only ? inner(only) : schema
}

/** Names of the members of a body that refer to another record. `tenant_id` is left out: it only states the selected tenant. */
export function referencesOf(body: z.core.$ZodType | undefined): string[] {
  return Object.entries(shapeOf(body))
    .filter(([name]) => name !== 'tenant_id')
    .filter(([, schema]) => isReferenceTo(schema))
    .map(([name]) => name)
}

/** True for a schema whose value is the id of another record. */
export const isReferenceTo = (schema: z.core.$ZodType): boolean =>
  /^Id \(ULID\) of /.test(descriptionOf(inner(schema)) ?? '')

const descriptionOf = (schema: z.core.$ZodType) =>
  schema instanceof z.ZodType ? schema.meta()?.description : undefined

/** Sorted names of an operation's query parameters, followed by the prefix of those that a tenant configures. */
export function parametersOf({ query, collection, summarizes }: EndpointSpec): string[] {
  const open = (collection ?? summarizes?.collection)?.open
  return [...Object.keys(shapeOf(query)).sort(), ...(open ? [`${open.prefix}*`] : [])]
}

/** The values of an enumeration; `undefined` for any other schema. */
export function valuesOf(schema: z.core.$ZodType): string[] | undefined {
  const plain = inner(schema)
  return plain instanceof z.ZodEnum ? plain.options.map(String) : undefined
}
