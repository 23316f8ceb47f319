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
 * The problem with this code. `facts` become members of its body; `detail` defaults to the code's own help, and names the
 * permission that is missing.
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

/** The refusal to work in an archived tenant: whoever names the tenant in `X-Tenant-Id` cannot restore it either. */
export const tenantArchived = () =>
  problem(
    'record_archived',
    {},
    'The tenant is archived. An owner can restore it with POST /tenants/{tenant_id}/restore, sent without X-Tenant-Id or with that of another tenant.',
  )

/** How long a client waits, as a sentence begins. */
export const waitFor = (seconds: number) => `Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`

/** A problem that states when to try again. */
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

/** One error of the request body; `field` is a member's name or a JSON Pointer. */
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

/** `validation_failed` with all errors at once. */
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

/** The errors that all checks find in the request. Any other error is rethrown. */
export async function errorsIn(...checks: readonly (() => unknown)[]): Promise<FieldError[]> {
  const found = await Promise.all(
    checks.map((check) => new Promise((resolve) => resolve(check())).then(() => [], errorsOf)),
  )
  return found.flat()
}

/** The same error with further errors added when it carries errors of the request; any other error unchanged. */
export function withErrors(error: unknown, fieldErrors: readonly FieldError[]): unknown {
  if (fieldErrors.length === 0 || !(error instanceof ProblemException) || !Array.isArray(error.facts.errors))
    return error
  return invalid(...errorsOf(error), ...fieldErrors)
}

/** The result of `work`. Errors of the body that it throws get the pointer under which the client sent the member. */
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

/** The result of `work`. An error of a query parameter that it throws becomes one of the header that the value was sent in. */
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
