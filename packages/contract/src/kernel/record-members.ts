import { z } from 'zod'
import { type EndpointSpec, takesIfMatch } from './endpoint.ts'

/** The schemas of an object's members, by name; empty for any other schema. */
export const shapeOf = (schema: z.core.$ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> =>
  schema instanceof z.ZodObject ? schema.shape : {}

/** True when the request may have no body, because nothing in it is required. */
export const takesNoBody = ({ body, bodyOptional }: EndpointSpec) =>
  bodyOptional === true || (body !== undefined && z.safeParse(body, {}).success)

/** The schema of the record that an operation with a body returns; undefined if it returns no record. */
function answeredRecord({ body, success }: EndpointSpec): z.core.$ZodType | undefined {
  if (!body || !('body' in success)) return undefined
  const shape = shapeOf(success.body)
  return 'id' in shape || 'version' in shape ? success.body : undefined
}

/** True when `version` in the body is checked like `If-Match`. */
export const takesVersion = (endpoint: EndpointSpec) =>
  takesIfMatch(endpoint) &&
  'version' in shapeOf(answeredRecord(endpoint)) &&
  !('version' in shapeOf(endpoint.body))

/** Members of the returned record that the operation does not write. */
export function unwrittenMembers(endpoint: EndpointSpec): string[] {
  const written = shapeOf(endpoint.body)
  const isVersion = takesVersion(endpoint)
  return Object.keys(shapeOf(answeredRecord(endpoint))).filter(
    (member) => !(member in written) && !(isVersion && member === 'version'),
  )
}

/** The operation that reads the record that `endpoint` changes and returns; undefined if there is none. */
export function readingOf(
  endpoints: readonly EndpointSpec[],
  endpoint: EndpointSpec,
): EndpointSpec | undefined {
  const record = answeredRecord(endpoint)
  return endpoints.find(
    ({ method, path, success }) =>
      method === 'get' &&
      'body' in success &&
      success.body === record &&
      (endpoint.path === path || endpoint.path.startsWith(`${path}/`)),
  )
}

/** The operations that change a member of the record that `endpoint` returns, updates first. */
export function changersOf(
  endpoints: readonly EndpointSpec[],
  endpoint: EndpointSpec,
  member: string,
): EndpointSpec[] {
  const record = answeredRecord(endpoint)
  const others = endpoints.filter(
    ({ path, method }) => !(path === endpoint.path && method === endpoint.method),
  )
  const answers = ({ success }: EndpointSpec) => 'body' in success && success.body === record
  const updates = others.filter(
    (other) =>
      answers(other) &&
      (other.method === 'patch' || (other.method === 'put' && !other.upserts)) &&
      member in shapeOf(other.body),
  )
  const setting = others.filter((other) => {
    const elsewhere = other.alsoSets?.record === record ? other.alsoSets?.members : undefined
    return (answers(other) ? other.sets : elsewhere)?.includes(member)
  })
  return [...updates, ...setting]
}

/** The operations that accept a member when they create the record that `endpoint` returns. */
export function makersOf(
  endpoints: readonly EndpointSpec[],
  endpoint: EndpointSpec,
  member: string,
): EndpointSpec[] {
  const record = answeredRecord(endpoint)
  return endpoints.filter(
    ({ success, body }) =>
      endpoint.success.status !== 201 &&
      success.status === 201 &&
      success.body === record &&
      member in shapeOf(body),
  )
}
