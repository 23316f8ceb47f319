import { bulkOperations, type EndpointSpec, operationGroups, upsertOperations } from '@commonhold/contract'

/** The name of a group of operations. */
export type GroupName = keyof typeof operationGroups

/** An operation of the contract, with its group and name. */
export interface Operation {
  readonly group: GroupName
  readonly name: string
  /** Group and name, such as `assets.retire`, for names of tests. */
  readonly place: string
  readonly endpoint: EndpointSpec
}

/** Every operation of the contract. */
export const operations: readonly Operation[] = (Object.keys(operationGroups) as GroupName[]).flatMap(
  (group) =>
    Object.entries(operationGroups[group]).map(([name, endpoint]: [string, EndpointSpec]) => ({
      group,
      name,
      place: `${group}.${name}`,
      endpoint,
    })),
)

/** The operations for which a condition holds. Throws if there are none, so that no suite is empty by mistake. */
export function operationsWhere(matches: (endpoint: EndpointSpec) => boolean): Operation[] {
  const found = operations.filter(({ endpoint }) => matches(endpoint))
  if (found.length === 0) throw new Error('no operation of the contract is like that')
  return found
}

/** The operation with this name. Throws if there is none. */
export function operationNamed(group: GroupName, name: string): Operation {
  const found = operations.find((one) => one.group === group && one.name === name)
  if (!found) throw new Error(`the contract has no ${group}.${name}`)
  return found
}

/** Operations that the contract makes from others: upserts and bulk requests. */
export const derivedEndpoints: readonly EndpointSpec[] = [
  ...Object.values(upsertOperations),
  ...Object.values(bulkOperations),
]

const patterns = [...operations.map(({ endpoint }) => endpoint), ...derivedEndpoints]
  .map((endpoint) => ({
    endpoint,
    order: endpoint.path.replaceAll('{', '~'),
    pattern: new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  .sort((a, b) => (a.order < b.order ? -1 : 1))

/** A cache: the endpoints by method for each requested path, with its ids replaced. */
const endpointsOfPath = new Map<string, ReadonlyMap<string, EndpointSpec>>()

/** The endpoint that serves a request. HEAD uses the endpoint of GET. */
export function endpointOf(method: string, path: string): EndpointSpec | undefined {
  const sentMethod = method === 'HEAD' ? 'get' : method.toLowerCase()
  const form = path.replaceAll(/[0-9A-Z]{26}/gi, 'id')
  const found = endpointsOfPath.get(form) ?? endpointsAt(form)
  endpointsOfPath.set(form, found)
  return found.get(sentMethod)
}

function endpointsAt(path: string): ReadonlyMap<string, EndpointSpec> {
  const first = patterns.find(({ pattern }) => pattern.test(path))?.endpoint.path
  const there = patterns.map(({ endpoint }) => endpoint).filter((endpoint) => endpoint.path === first)
  // An upsert may have the path and method of another operation, which then takes precedence.
  return new Map(there.reverse().map((endpoint) => [endpoint.method, endpoint]))
}

/** The operations of each path. */
export const methodsByPath = Map.groupBy(operations, ({ endpoint }) => endpoint.path)
