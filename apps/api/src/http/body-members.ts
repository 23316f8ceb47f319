import { type EndpointSpec, shapeOf, takesVersion, unwrittenMembers } from '@commonhold/contract'
import { z } from 'zod'
import { invalid } from '../base/problem.ts'

/** The parts of a body. */
export interface BodyMembers {
  /** The members that the operation writes. */
  readonly written: unknown
  /** Members of the record that the operation does not write, as sent; undefined when there are none. */
  readonly readOnlyMembers: Readonly<Record<string, unknown>> | undefined
  /** The version of the record that the caller intends to change. */
  readonly version: number | undefined
}

interface Plan {
  readonly unwritten: ReadonlySet<string>
  readonly takesVersion: boolean
  /** Members that are optional but not nullable: in a new record, null means their default. */
  readonly defaulted: ReadonlySet<string>
}

const plans = new WeakMap<EndpointSpec, Plan>()

function planOf(endpoint: EndpointSpec): Plan {
  const known = plans.get(endpoint)
  if (known) return known
  const plan = {
    unwritten: new Set(unwrittenMembers(endpoint)),
    takesVersion: takesVersion(endpoint),
    defaulted: new Set(endpoint.method === 'post' ? defaultedMembers(endpoint) : []),
  }
  plans.set(endpoint, plan)
  return plan
}

const defaultedMembers = ({ body }: EndpointSpec) =>
  Object.entries(shapeOf(body))
    .filter(([, schema]) => accepts(schema, undefined) && !accepts(schema, null))
    .map(([name]) => name)

const accepts = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success

/** Splits a body into the members that the operation writes and the other members of the record. */
export function membersOfBody(endpoint: EndpointSpec, body: unknown): BodyMembers {
  const { unwritten, takesVersion: isVersioned, defaulted } = planOf(endpoint)
  const whole = { written: body, readOnlyMembers: undefined, version: undefined }
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return whole
  const isNotWritten = ([name, value]: [string, unknown]) =>
    unwritten.has(name) || (isVersioned && name === 'version') || (value === null && defaulted.has(name))
  const members = Object.entries(body)
  const notWritten = members.filter(isNotWritten)
  if (notWritten.length === 0) return whole
  const readOnlyMembers = Object.fromEntries(notWritten.filter(([name]) => unwritten.has(name)))
  const hidden = Array.isArray(readOnlyMembers.redacted) ? readOnlyMembers.redacted : []
  const written = members.filter(
    (member) => !isNotWritten(member) && !(member[1] === null && hidden.includes(member[0])),
  )
  return {
    written: Object.fromEntries(written),
    readOnlyMembers: Object.keys(readOnlyMembers).length > 0 ? readOnlyMembers : undefined,
    version: isVersioned ? versionIn(Object.fromEntries(notWritten)) : undefined,
  }
}

function versionIn({ version }: Readonly<Record<string, unknown>>): number | undefined {
  if (version === undefined || (Number.isSafeInteger(version) && Number(version) > 0))
    return version as number | undefined
  throw invalid({
    field: 'version',
    code: 'invalid_type',
    message: 'must be a whole number: the version of the record that you have read',
  })
}
