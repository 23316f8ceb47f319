import { z } from 'zod'
import { type EndpointSpec, takesIfMatch } from './endpoint.ts'

/** The schemas of an object's members by their names; none of anything that is no object. */
export const shapeOf = (schema: z.core.$ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> =>
  schema instanceof z.ZodObject ? schema.shape : {}

/** True when the body may be left out, be empty or null: nothing in it is required. */
export const takesNoBody = ({ body, bodyOptional }: EndpointSpec) =>
  bodyOptional === true || (body !== undefined && z.safeParse(body, {}).success)

/** The record that an operation with a body answers; undefined where the answer is no record. */
function answeredRecord({ body, success }: EndpointSpec): z.core.$ZodType | undefined {
  if (!body || !('body' in success)) return undefined
  const shape = shapeOf(success.body)
  return 'id' in shape || 'version' in shape ? success.body : undefined
}

/** True when `version` in the body says which version is changed, as `If-Match` does. */
export const takesVersion = (endpoint: EndpointSpec) =>
  takesIfMatch(endpoint) &&
  'version' in shapeOf(answeredRecord(endpoint)) &&
  !('version' in shapeOf(endpoint.body))

/** Members of the record that an operation answers and does not write. */
export function unwrittenMembers(endpoint: EndpointSpec): string[] {
  const written = shapeOf(endpoint.body)
  const isVersion = takesVersion(endpoint)
  return Object.keys(shapeOf(answeredRecord(endpoint))).filter(
    (member) => !(member in written) && !(isVersion && member === 'version'),
  )
}

/** The operation that reads the record which `endpoint` changes and answers; undefined where there is none. */
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

/** The operations that change a member of the record which `endpoint` answers, updates first. */
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

/** The operations that take a member when they make the record which `endpoint` answers. */
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
