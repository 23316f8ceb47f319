import { operationsOf } from '../../src/kernel/openapi/operations-of.ts'
import type { OpenAPIObject } from '../../src/kernel/openapi/types.ts'

/** Returns a copy of the document in a form that redocly compares without false alarms. */
export function normalForm(document: OpenAPIObject): OpenAPIObject {
  return nullsAsTypes(partsAsNamed(structuredClone(document)))
}

/**
 * Makes a component of each parameter: redocly matches references by name, but confuses inline parameters that
 * changed. Shared answers are inlined.
 */
function partsAsNamed(document: OpenAPIObject): OpenAPIObject {
  const sections = document.components as unknown as Record<string, Record<string, object>>
  const resolved = <T extends object>(value: T): T => {
    const [section = '', name = ''] = '$ref' in value ? String(value.$ref).split('/').slice(2) : []
    return (sections[section]?.[name] ?? value) as T
  }
  const parameters: Record<string, object> = {}
  for (const { operation } of operationsOf(document)) {
    operation.parameters = operation.parameters?.map((parameter) => {
      const own = resolved(parameter) as { in: string; name: string }
      const key = `${operation.operationId}.${own.in}.${own.name}`
      parameters[key] = own
      return { $ref: `#/components/parameters/${key}` }
    })
    for (const [status, answer] of Object.entries(operation.responses ?? {}))
      if (operation.responses) operation.responses[status] = resolved(answer as object)
  }
  return { ...document, components: { ...document.components, parameters } } as OpenAPIObject
}

/**
 * Rewrites `anyOf: [{ type: 'null' }, { type: 'string', ... }]`, in either order, to `type: ['string', 'null'], ...`,
 * which redocly compares by type. It reports every added or removed `anyOf` as breaking.
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
