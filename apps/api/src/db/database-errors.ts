import { type EndpointSpec, type MemberCode, memberCodes, pathParameters } from '@commonhold/contract'
import postgres from 'postgres'
import { z } from 'zod'
import { DeadlineExceeded } from '../base/deadline.ts'
import {
  invalid,
  type ProblemException,
  problem,
  referenceNotFound,
  retryLater,
  tenantArchived,
} from '../base/problem.ts'
import { LostSynchronization, UnfitConnection } from './connection.ts'

/** True when a retry may succeed: serialization failure, deadlock, or a tenant other than the expected one. */
export const isTransient = (error: unknown) =>
  error instanceof postgres.PostgresError && /^(40001|40P01|CHEXP)$/.test(error.code)

/** True when `commonhold_authorize_caller` rejected the request. */
export const isUnauthorized = (error: unknown) =>
  error instanceof postgres.PostgresError && /^CH(401|TEN|PER|ARC|NET|SCO)$/.test(error.code)

/** Connection lost, login rejected, database shutting down or starting, too many connections, timeouts. */
const unavailableClasses = /^(08|28|53|57P|58)|^(57014|55P03|25P03|25006)$/
/** What the driver of jobs says of a lost connection, without a code. */
const connectionMessages = /^(Connection terminated|timeout exceeded when trying to connect)/
/** An internal error that ends the connection: the server has failed, for example because its disk is full. */
const isFatalFailure = ({ code, severity }: postgres.PostgresError) =>
  /^XX/.test(code) && /^(FATAL|PANIC)$/.test(severity)
const connectionErrors = /^(CONNECT|ECONN|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND)/

/** True when the database was unavailable; the caller may try again later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DeadlineExceeded || error instanceof LostSynchronization) return true
  if (error instanceof postgres.PostgresError)
    return unavailableClasses.test(error.code) || isFatalFailure(error)
  if (!(error instanceof Error)) return false
  // The driver of jobs has errors of its own, with the codes of PostgreSQL. While migrating, Drizzle wraps the error.
  if ('code' in error)
    return connectionErrors.test(String(error.code)) || unavailableClasses.test(String(error.code))
  return connectionMessages.test(error.message) || isUnavailable(error.cause)
}

/** PostgreSQL rejected the login: a wrong password, or a role that may not log in. */
export const isRefusedLogin = (error: unknown): boolean =>
  error instanceof Error &&
  ('code' in error ? String(error.code).startsWith('28') : isRefusedLogin(error.cause))

/**
 * The error to report for a failed statement. An error that comes neither from PostgreSQL nor from a lost connection is one of
 * the driver, which could not decode the result.
 */
export const errorOfStatement = (error: unknown): unknown =>
  error instanceof postgres.PostgresError || error instanceof UnfitConnection || isUnavailable(error)
    ? error
    : new LostSynchronization('the answer could not be decoded', { cause: error })

/** True when a pooler rejected the login. PostgreSQL has separate codes for that; PgBouncer reports a protocol violation. */
export const isRefusedByPooler = (error: unknown): error is postgres.PostgresError =>
  error instanceof postgres.PostgresError &&
  error.code === '08P01' &&
  /authentication failed|no such (user|database)|does not exist/.test(error.message)

/** True when the user of the connection is not a member of the role that it must switch to. */
export const isRefusedRole = (error: unknown): error is postgres.PostgresError =>
  error instanceof postgres.PostgresError &&
  /permission denied to set (role|parameter "role")/.test(error.message)

/**
 * The problem that a database error is reported as, or undefined when it is an internal error. Constraints are named
 * `<table>__<member>__<what>`, so the name says which member broke which rule.
 */
export function problemOfDatabaseError(
  error: unknown,
  permission: string,
  endpoint: EndpointSpec,
): ProblemException | undefined {
  if (isUnavailable(error) || isTransient(error) || error instanceof UnfitConnection)
    return retryLater('unavailable', 1)
  if (!(error instanceof postgres.PostgresError)) return undefined
  switch (error.code) {
    case 'CH401':
      return problem('not_authenticated')
    case 'CHTEN':
      return problem('tenant_access_denied')
    case 'CHPER':
      return problem('permission_denied', { required_permission: error.hint ?? permission })
    case 'CHSCO':
      return problem(
        'permission_denied',
        { required_permission: error.hint ?? permission },
        `The API key does not have the scope ${error.hint ?? permission}. Use a key that has it.`,
      )
    case 'CHNET':
      return problem('network_not_allowed')
    case 'CHARC':
      return tenantArchived()
    case 'CHOWN':
      return problem('last_owner')
    default:
      return problemOfConstraint(error, endpoint)
  }
}

/** True when a statement violated the constraint of that name. */
export const breaksConstraint = (error: unknown, name: string) =>
  error instanceof postgres.PostgresError && error.constraint_name === name

function problemOfConstraint(
  error: postgres.PostgresError,
  endpoint: EndpointSpec,
): ProblemException | undefined {
  const [, field, what] = error.constraint_name?.split('__') ?? []
  if (!field || !what) return undefined
  if (what === 'unique')
    return problem(
      'already_exists',
      { field },
      `Another record has the same ${field}. Use that record or choose another value.`,
    )
  if (what === 'reference') {
    return isOfParent(error)
      ? problem('dependent_item_exists', { dependents: { [error.table_name ?? 'records']: null } })
      : problemOfGone(field, endpoint)
  }
  if (Object.hasOwn(memberCodes, what)) {
    const code = what as MemberCode
    return invalid({ field, code, message: memberCodes[code] })
  }
  return undefined
}

/** The problem when another request has deleted a record that this one refers to in its body or its path. */
function problemOfGone(field: string, { body, path }: EndpointSpec): ProblemException {
  const members = body instanceof z.ZodObject ? Object.keys(body.shape) : []
  const named = [field, `${field}s`, field.replace(/_id$/, '')].find((member) => members.includes(member))
  if (named === undefined && pathParameters(path).length > 0) return problem('not_found')
  return invalid(referenceNotFound(named ?? field))
}

/**
 * True when a foreign key was violated by deleting or changing the referenced record. PostgreSQL 18 has a separate code for most
 * of these cases; otherwise the kind of the statement decides, because under row level security the error names no columns.
 */
function isOfParent(error: postgres.PostgresError): boolean {
  if (error.code === '23001') return true
  const statement = String(Reflect.get(error, 'query') ?? '')
  const writesChild = new RegExp(`\\b(insert into|update)\\s+"?${error.table_name}"?(\\s|$)`, 'i')
  return !writesChild.test(statement) && /\b(delete|update)\b/i.test(statement)
}
