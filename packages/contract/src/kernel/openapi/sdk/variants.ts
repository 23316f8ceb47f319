import { type Json, type JsonObject, pascalCase, ref } from '../types.ts'

/**
 * In the variants of a `oneOf`, makes a component of each member with a single value: `IncidentDetails`, `subtype` ->
 * `IncidentDetailsSubtype`. Code that some generators write does not check the value of an inline enum and chooses the
 * wrong variant; it does check a component.
 */
export function withNamedVariants(schemas: JsonObject): JsonObject {
  const named = { ...schemas }
  for (const name of variantsIn(schemas)) {
    const variant = schemas[name] as JsonObject
    const members = Object.entries(variant.properties as JsonObject).map(([key, member]): [string, Json] => {
      const values = (member as JsonObject).enum
      if (!Array.isArray(values) || values.length !== 1) return [key, member]
      const component = `${name}${pascalCase(key)}`
      named[component] = member
      return [key, ref('schemas', component)]
    })
    named[name] = { ...variant, properties: Object.fromEntries(members) }
  }
  return Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function variantsIn(schemas: JsonObject): string[] {
  const choices = Object.values(schemas).flatMap(
    (schema) => (schema as JsonObject).oneOf ?? [],
  ) as JsonObject[]
  return choices.map(({ $ref }) => String($ref).split('/').at(-1) ?? '')
}
