import {
  type MemberCode,
  type Problem,
  type ProblemCode,
  type ProblemError,
  problems,
} from '@commonhold/contract'

/** A problem that domain code throws: its code, its members, and a sentence that says what to do. */
export class ProblemException extends Error {
  readonly code: ProblemCode
  readonly facts: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  constructor(
    code: ProblemCode,
    facts: Record<string, unknown>,
    detail: string,
    headers: Record<string, string>,
  ) {
    super(detail)
    this.name = 'ProblemException'
    this.code = code
    this.facts = facts
    this.headers = headers
  }
}

/**
 * Creates the problem with this code. `facts` become members of its body. `detail` defaults to the permission that is missing,
 * else to the help text of the code.
 */
export function problem(
  code: ProblemCode,
  facts: Record<string, unknown> = {},
  detail = missingPermission(code, facts) ?? problems[code].help,
): ProblemException {
  return new ProblemException(code, facts, detail, {})
}

function missingPermission(code: ProblemCode, { required_permission }: Record<string, unknown>) {
  if (code !== 'permission_denied') return undefined
  if (required_permission === '*') return 'Only owners of the tenant may do this. Ask one of them.'
  if (typeof required_permission !== 'string' || !required_permission.includes(':')) return undefined
  return `You need the permission ${required_permission}; an owner of the tenant can grant it.`
}

/** The problem of a request in an archived tenant. A tenant that `X-Tenant-Id` names cannot be restored by the same request. */
export const tenantArchived = () =>
  problem(
    'record_archived',
    {},
    'The tenant is archived. An owner can restore it with POST /tenants/{tenant_id}/restore, sent without X-Tenant-Id or with that of another tenant.',
  )

/** The beginning of a sentence that says how long a client must wait: `Wait 5 seconds`. */
export const waitFor = (seconds: number) => `Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`

/** A problem with `Retry-After`, in whole seconds, at least 1. */
export function retryLater(
  code: 'rate_limited' | 'unavailable',
  seconds: number,
  detail?: string,
): ProblemException {
  const whole = Math.max(1, Math.ceil(seconds))
  return new ProblemException(code, { retry_after: whole }, detail ?? problems[code].help, {
    'Retry-After': String(whole),
  })
}

/** One error of a request; `field` is the name of a member or parameter, or a JSON Pointer. */
export interface FieldError {
  readonly field: string
  readonly code: MemberCode
  readonly message: string
  readonly allowed?: string[]
  readonly in?: ProblemError['in']
}

/** The error of a member that refers to a record which the caller cannot see. */
export const referenceNotFound = (field: string): FieldError => ({
  field,
  code: 'reference_not_found',
  message: 'no such record is visible in the selected tenant',
})

const MOST_FAULTS = 20

/** `validation_failed` with these errors, at most 20. */
export function invalid(...fieldErrors: FieldError[]): ProblemException {
  const errors = fieldErrors.slice(0, MOST_FAULTS).map(({ field, in: place = 'body', ...fieldError }) => ({
    in: place,
    pointer: place === 'body' && field !== '' && !field.startsWith('/') ? `/${field}` : field,
    ...fieldError,
  }))
  const first = errors[0]
  const where = first ? `${first.pointer || 'the body'}: ${first.message}` : 'the request is not valid'
  return problem(
    'validation_failed',
    { errors },
    errors.length > 1 ? `${where} (and ${errors.length - 1} more)` : where,
  )
}

/** The errors of the request that a caught error carries; any other error is rethrown. */
function errorsOf(error: unknown): FieldError[] {
  if (!(error instanceof ProblemException) || !Array.isArray(error.facts.errors)) throw error
  // These codes were checked when the errors were thrown.
  return (error.facts.errors as ProblemError[]).map(({ pointer, ...fieldError }) => ({
    ...fieldError,
    code: fieldError.code as FieldError['code'],
    field: pointer,
  }))
}

/** Runs all checks and returns the errors of the request that they throw. Any other error is rethrown. */
export async function errorsIn(...checks: readonly (() => unknown)[]): Promise<FieldError[]> {
  const found = await Promise.all(
    checks.map((check) => new Promise((resolve) => resolve(check())).then(() => [], errorsOf)),
  )
  return found.flat()
}

/** Adds errors to an error that already carries errors of the request. Any other error is returned unchanged. */
export function withErrors(error: unknown, fieldErrors: readonly FieldError[]): unknown {
  if (fieldErrors.length === 0 || !(error instanceof ProblemException) || !Array.isArray(error.facts.errors))
    return error
  return invalid(...errorsOf(error), ...fieldErrors)
}

/**
 * The result of `work`. If it throws errors of the body, their pointers are replaced by those of the members that the client
 * sent.
 */
export async function repointed<T>(work: Promise<T>, pointer: (pointer: string) => string): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw invalid(
      ...errorsOf(error).map((fieldError) =>
        fieldError.in === 'body' ? { ...fieldError, field: pointer(fieldError.field) } : fieldError,
      ),
    )
  }
}

/**
 * The result of `work`. If it throws an error of this query parameter, the error names the header in which the client sent the
 * value.
 */
export async function inHeader<T>(
  work: Promise<T>,
  parameter: string,
  header: Pick<FieldError, 'field' | 'message'>,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw invalid(
      ...errorsOf(error).map((fieldError) =>
        fieldError.field === parameter ? { ...fieldError, in: 'header' as const, ...header } : fieldError,
      ),
    )
  }
}

/** The body of a problem (RFC 9457). */
export function problemBody(error: ProblemException, instance: string, requestId: string): Problem {
  const { status, title } = problems[error.code]
  return {
    type: `/problems/${error.code}`,
    title,
    status,
    detail: error.message,
    instance,
    code: error.code,
    request_id: requestId,
    ...error.facts,
  }
}
