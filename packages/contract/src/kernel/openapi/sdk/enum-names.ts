import type { JsonObject } from '../types.ts'

/**
 * Names the constants of an enum with its name as prefix, as in Protocol Buffers: `AssetStatus`, `active` ->
 * `ASSET_STATUS_ACTIVE`. So names are unique in languages whose constants share one scope, and none is a keyword.
 */
export function withEnumNames(component: string, schema: JsonObject): JsonObject {
  if (!Array.isArray(schema.enum) || schema.type !== 'string') return schema
  const prefix = screaming(component)
  const names = schema.enum.map((value) => `${prefix}_${constantOf(String(value))}`)
  return { ...schema, 'x-enum-varnames': names }
}

/** `-created_at` -> `CREATED_AT_DESCENDING`, `assets:read` -> `ASSETS_READ`, `*` -> `ALL`. */
function constantOf(value: string): string {
  if (value === '*') return 'ALL'
  const words = value.startsWith('-') ? `${value.slice(1)}_descending` : value
  return screaming(words)
}

const screaming = (name: string) =>
  name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase()
