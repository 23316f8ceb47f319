import { isDeepStrictEqual } from 'node:util'
import {
  type EndpointSpec,
  idParameters,
  isUlid,
  RECORD_KEY,
  takesNoBody,
  takesVersion,
  unwrittenMembers,
} from '@commonhold/contract'
import { z } from 'zod'
import { type Answer, membersOf } from './reply-rules.ts'
import { shapeOf } from './schema-walk.ts'
import { type Call, searchOf } from './worlds.ts'

/** Errors of a call that succeeded although the contract forbids its path, query or body. */
export function wronglyAccepted(endpoint: EndpointSpec, call: Call, answer: Answer): string[] {
  if (answer.status >= 300) return []
  // An upsert that finds a record accepts the body of its update operation.
  const writing = answer.status === 200 ? (endpoint.upserts?.update ?? endpoint) : endpoint
  return [...pathErrors(endpoint, call), ...queryErrors(endpoint, call), ...bodyErrors(writing, call, answer)]
}

function pathErrors(endpoint: EndpointSpec, { params = {} }: Call): string[] {
  const isKey = (name: string, value: string) => name === endpoint.takesKey && RECORD_KEY.test(value)
  const ids = idParameters(endpoint).filter((name) => {
    const value = params[name] ?? ''
    return !isUlid(value) && !isKey(name, value)
  })
  const texts = Object.entries(endpoint.pathTexts ?? {})
    .filter(([name, schema]) => !z.safeParse(schema, decodeURIComponent(params[name] ?? '')).success)
    .map(([name]) => name)
  return [...ids, ...texts].map((name) => `accepted ${params[name]} as ${name}`)
}

function queryErrors(
  { query: schema, collection, summarizes }: EndpointSpec,
  { query = {} }: Call,
): string[] {
  const sent = new URLSearchParams(typeof query === 'string' ? query : searchOf(query))
  const prefix = (collection ?? summarizes?.collection)?.open?.prefix
  const values = Object.fromEntries(
    [...new Set(sent.keys())]
      .filter((name) => prefix === undefined || !name.startsWith(prefix))
      .map((name) => {
        const all = sent.getAll(name)
        return [name, all.length === 1 ? all[0] : all]
      }),
  )
  const parsed = z.safeParse(schema ?? z.strictObject({}), values)
  return parsed.success ? [] : [`accepted a query that the schema refuses: ${parsed.error.message}`]
}

function bodyErrors(endpoint: EndpointSpec, call: Call, answer: Answer): string[] {
  // An invalid item of a bulk request is refused separately: the request succeeds.
  if (!endpoint.body || endpoint.bulk) return []
  const body: unknown = call.text === undefined ? call.body : JSON.parse(call.text)
  if (takesNoBody(endpoint) && (body === undefined || body === null)) return []
  const read = z.safeParse(endpoint.body, written(endpoint, body))
  return [
    ...(read.success ? [] : [`accepted a body that the schema refuses: ${read.error.message}`]),
    ...readOnlyErrors(endpoint, membersOf(body), membersOf(answer.json)),
  ]
}

/**
 * The body without the members that an operation accepts beyond its schema: unchanged members of the record, and null for a
 * default.
 */
function written(endpoint: EndpointSpec, body: unknown): unknown {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return body
  const shape = shapeOf(endpoint.body)
  const notWritten = [...unwrittenMembers(endpoint), ...(takesVersion(endpoint) ? ['version'] : [])]
  const isDefault = (name: string, value: unknown) =>
    value === null &&
    endpoint.method !== 'patch' &&
    Object.hasOwn(shape, name) &&
    z.safeParse(shape[name] ?? z.never(), undefined).success
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) =>
      endpoint.bodyType === 'form'
        ? Object.hasOwn(shape, name)
        : !notWritten.includes(name) && !isDefault(name, value),
    ),
  )
}

/** Read-only members that a write may change: the request sends the former value, and the answer has the new one. */
const changedByWrites: Readonly<Record<string, readonly string[]>> = {
  // An assignment is closed when it gets its last day.
  updateAssetAssignment: ['status', 'end_reason', 'closed_at', 'closed_by'],
}

/** Members that an operation does not write may only be sent with their stored value. */
const readOnlyErrors = (
  endpoint: EndpointSpec,
  body: Readonly<Record<string, unknown>>,
  reply: Readonly<Record<string, unknown>>,
) =>
  unwrittenMembers(endpoint)
    .filter((name) => !changedByWrites[endpoint.operationId]?.includes(name))
    .filter((name) => Object.hasOwn(body, name) && !isDeepStrictEqual(body[name], reply[name]))
    .map((name) => `accepted ${name}, which it does not write`)
