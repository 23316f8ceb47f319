import { type Json, type JsonObject, pascalCase, ref } from '../types.ts'

/**
 * Gives a component to each member that has one value, of a schema that is a variant of a choice (`oneOf`). What some
 * generators make of a text does not look at its value and takes the wrong variant; what they make of a component
 * does. `IncidentDetails`, `subtype` -> `IncidentDetailsSubtype`.
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
