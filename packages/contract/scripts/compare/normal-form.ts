import { operationsOf } from '../../src/kernel/openapi/finish.ts'
import type { OpenAPIObject } from '../../src/kernel/openapi/types.ts'

/** A copy of the document in the form which redocly compares without false alarms. */
export function normalForm(document: OpenAPIObject): OpenAPIObject {
  return nullsAsTypes(parametersAsComponents(structuredClone(document)))
}

/** Redocly pairs changed inline parameters with one another; references it pairs by name. */
function parametersAsComponents(document: OpenAPIObject): OpenAPIObject {
  const shared: Record<string, object> = { ...document.components?.parameters }
  for (const { operation } of operationsOf(document)) {
    operation.parameters = operation.parameters?.map((parameter) => {
      if (!('name' in parameter)) return parameter
      const key = `${operation.operationId}.${parameter.in}.${parameter.name}`
      shared[key] = parameter
      return { $ref: `#/components/parameters/${key}` }
    })
  }
  return { ...document, components: { ...document.components, parameters: shared } } as OpenAPIObject
}

/**
 * `anyOf: [{ type: 'null' }, { type: 'string', ... }]`, in either order, as `type: ['string', 'null'], ...`,
 * which redocly compares by type. Every `anyOf` that comes or goes it takes for a breaking change.
 */
function nullsAsTypes<T>(value: T): T {
  if (Array.isArray(value)) return value.map(nullsAsTypes) as T
  if (value === null || typeof value !== 'object') return value
  const { anyOf, ...rest } = value as { anyOf?: { type?: string }[] }
  const option = anyOf?.find(({ type }) => type !== 'null')
  if (anyOf?.length === 2 && option?.type && anyOf.some(({ type }) => type === 'null')) {
    return { ...nullsAsTypes(option), ...rest, type: [option.type, 'null'] } as T
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, nullsAsTypes(member)])) as T
}
