import { type EndpointSpec, locationOf } from '../endpoint.ts'
import type { endpointsOf } from '../openapi/types.ts'
import { tags } from '../tags.ts'

type Endpoints = ReturnType<typeof endpointsOf>

/** Returns the rules that one endpoint breaks. */
export function endpointErrors(endpoint: EndpointSpec): string[] {
  const { method, operationId, summary, query, body, collection, whole, success } = endpoint
  const isList = 'body' in success && success.body._zod.def.type === 'array'
  const rules: [broken: boolean, error: string][] = [
    [Boolean(query && body) && !endpoint.bulk, 'has a query and a body'],
    [method === 'get' && Boolean(body), 'is a GET with a body'],
    [isList && !collection && !whole, 'answers a list without `collection`'],
    [Boolean(whole) && (!isList || Boolean(collection)), 'is `whole` and no list, or has a collection'],
    [Boolean(collection) && !isList, 'has `collection` and answers no list'],
    [Boolean(collection) && collection?.query !== query, 'has another query than its collection'],
    [success.status === 201 && method !== 'post', 'answers 201 to another method than POST'],
    [/^$|\.$/.test(summary.trim()), 'has an empty summary, or one with a full stop'],
    [!/^[a-z][A-Za-z0-9]*$/.test(operationId), `has an operationId that is not camelCase: ${operationId}`],
  ]
  return rules.flatMap(([broken, error]) => (broken ? [error] : []))
}

/** Returns the broken rules that concern several endpoints, such as two with one operationId. */
export function contractErrors(endpoints: Endpoints): string[] {
  return [
    ...duplicates(endpoints, 'operationId', ({ operationId }) => operationId),
    ...duplicates(endpoints, 'operation', ({ method, path }) => `${method.toUpperCase()} ${path}`),
    ...shadowed(endpoints),
    ...misplaced(endpoints),
    ...Object.keys(tags)
      .filter((tag) => endpoints.every(({ endpoint }) => endpoint.tag !== tag))
      .map((tag) => `tag ${tag}: no operation has it`),
  ]
}

function duplicates(endpoints: Endpoints, what: string, keyOf: (endpoint: EndpointSpec) => string) {
  const places = Map.groupBy(endpoints, ({ endpoint }) => keyOf(endpoint))
  return [...places].flatMap(([key, some]) =>
    some.length > 1 ? [`${some.map(({ place }) => place).join(', ')}: the same ${what} ${key}`] : [],
  )
}

/** Finds a `Location` that no GET operation serves, and a `location` that is stated without need. */
function misplaced(endpoints: Endpoints): string[] {
  const read = new Set(
    endpoints
      .filter(({ endpoint }) => endpoint.method === 'get')
      .map(({ endpoint }) => nameless(endpoint.path)),
  )
  return endpoints.flatMap(({ place, endpoint: { location, ...derived } }) => {
    const usual = locationOf(derived)
    if (location === undefined)
      return usual && !read.has(nameless(usual))
        ? [`${place}: nothing reads ${usual}; give the path that does as \`location\`, or null`]
        : []
    if (!usual) return [`${place}: a \`location\` without a new record that has an id`]
    if (location === null) return []
    if (nameless(location) === nameless(usual)) return [`${place}: a \`location\` that follows from the path`]
    return read.has(nameless(location)) ? [] : [`${place}: nothing reads ${location}`]
  })
}

const nameless = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

/** The first matching path is used, so `/assets/summary` must come before `/assets/{asset_id}`. */
function shadowed(endpoints: Endpoints): string[] {
  return endpoints.flatMap(({ place, endpoint }, index) =>
    endpoints
      .slice(0, index)
      .filter((earlier) => earlier.endpoint.method === endpoint.method)
      .filter((earlier) => shadows(earlier.endpoint.path, endpoint.path))
      .map((earlier) => `${place}: ${endpoint.path} is never reached behind ${earlier.endpoint.path}`),
  )
}

function shadows(earlier: string, path: string): boolean {
  const pattern = earlier.split('/')
  const segments = path.split('/')
  const isParameter = (segment: string | undefined) => segment?.startsWith('{') ?? false
  return (
    earlier !== path &&
    pattern.length === segments.length &&
    pattern.every((segment, index) => isParameter(segment) || segment === segments[index])
  )
}
