import type { Json, JsonObject, JsonSchema } from './types.ts'

const ULID_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const moments: Readonly<Record<string, string>> = {
  created_at: '2026-03-02T09:30:00.000Z',
  expires_at: '2026-04-01T09:30:00.000Z',
}

type Schemas = Readonly<Record<string, JsonSchema>>

/**
 * Returns an example for the schema: the one in its metadata, else a plausible value of the type. Without an
 * example in the metadata, nullable members are null and optional members are left out. A list of a component
 * within itself is empty. `owners` are the enclosing components, the nearest last.
 */
export function exampleOf(
  schema: JsonSchema,
  schemas: Schemas,
  name = 'value',
  owners: readonly string[] = [],
): Json {
  const [given] = schema.examples ?? schema.enum ?? []
  if (given !== undefined) return given
  if (schema.$ref) {
    const component = componentOf(schema)
    return exampleOf(schemas[component] ?? {}, schemas, name, [...owners, component])
  }
  const options = schema.anyOf ?? schema.oneOf
  if (options) {
    const some = options.some((option) => option.type === 'null') ? { type: 'null' } : options[0]
    return exampleOf(some ?? {}, schemas, name, owners)
  }
  if (schema.type === 'object') return objectExample(schema, schemas, owners)
  if (schema.type === 'array') {
    const { items } = schema
    return items && !owners.includes(componentOf(items)) ? [exampleOf(items, schemas, name, owners)] : []
  }
  return scalarExample(schema, name === 'id' ? idName(owners.at(-1) ?? '') : name)
}

const componentOf = ({ $ref }: JsonSchema) => $ref?.split('/').at(-1) ?? ''

/** `AssetModel` -> `asset_model_id`, as the path names it. */
const idName = (component: string) => `${component.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()}_id`

function objectExample(schema: JsonSchema, schemas: Schemas, owners: readonly string[]): JsonObject {
  const members = Object.entries(schema.properties ?? {})
  const shown = members.filter(([key, member]) => schema.required?.includes(key) || member.examples)
  return Object.fromEntries(
    (shown.length > 0 ? shown : members).map(([key, member]) => [
      key,
      exampleOf(member, schemas, key, owners),
    ]),
  )
}

function scalarExample(schema: JsonSchema, name: string): Json {
  if (schema.type === 'null') return null
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.format === 'date-time') return moments[name] ?? '2026-03-09T14:05:00.000Z'
  if (schema.format === 'date') return '2026-03-09'
  if (/^\^(\(\?:)?\[0-7\]/.test(schema.pattern ?? '')) return exampleUlid(name)
  if (schema.type === 'string') return name.replaceAll('_', ' ')
  return null
}

/** Always the same ULID for the same name, so that examples fit together. */
export function exampleUlid(name: string): string {
  let seed = 7
  let digits = ''
  for (let at = 0; at < 18; at++) {
    seed = (Math.imul(seed, 31) + name.charCodeAt(at % name.length)) >>> 0
    digits += ULID_ALPHABET[(seed >>> 11) % 32]
  }
  return `01KJQ2V8${digits}`
}
