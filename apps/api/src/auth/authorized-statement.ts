import type { Access } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { toObjects, type ValueRows } from '../db/rows.ts'
import { namesTenant, type Statement } from '../db/statement.ts'
import { tenantParameter } from '../db/tenant.ts'
import type { AuthorizedWrite } from '../store/context.ts'
import type { ApiKeyCredential } from './api-keys.ts'
import type { Credential } from './credential.ts'
import type { AccessToken } from './tokens.ts'

/** The result of `commonhold_authorize_caller`. `isStale` means that the last use of the session or key should be recorded. */
export interface Authorization extends AuthorizedWrite {
  readonly isStale: boolean
}

/** The caller, the permission that the operation requires, and the tenant. */
export interface Entry {
  readonly token: Credential
  readonly tenantId: string | null
  readonly access: Access
  /** The request body: the caller must be able to see the records that it refers to. */
  readonly body?: unknown
}

/** The arguments of `commonhold_authorize_caller`, under names that no column has. */
const names = [
  'enter.mark',
  'enter.session',
  'enter.user',
  'enter.key',
  'enter.expires',
  'enter.tenant',
  'enter.access',
  'enter.api_key',
  'enter.hash',
  'enter.source',
]

const argumentsOfSession = ({ sessionId, storedKeyId, expires }: AccessToken) => ({
  'enter.session': sessionId,
  'enter.key': storedKeyId,
  'enter.expires': String(expires),
  'enter.api_key': null,
  'enter.hash': null,
  'enter.source': null,
})

const argumentsOfKey = ({ apiKeyId, hash, source }: ApiKeyCredential) => ({
  'enter.session': null,
  'enter.key': null,
  'enter.expires': null,
  'enter.api_key': apiKeyId,
  'enter.hash': hash,
  'enter.source': source,
})

const argumentsOf = ({ token, tenantId, access }: Entry): Record<string, string | null> => ({
  ...(token.sessionId === null ? argumentsOfKey(token) : argumentsOfSession(token)),
  'enter.user': token.userId,
  'enter.tenant': tenantId,
  'enter.access': access === 'authenticated' ? null : access,
})

/**
 * The leading columns of each row of an authorized read: the authorization, which begins with the request's mark, and
 * whether the read found a row.
 */
type Leading = readonly [authorization: string, isThere: true | null]

const LEADING = 2

/**
 * Adds the authorization to statements. `commonhold_authorize_caller` on the left of the join is evaluated before the read on its
 * right; otherwise the read would not see any tenant's rows: see `tenancySettings`. It also confirms the tenant that the
 * statement names; a wrong tenant is an error before the read begins. Each row repeats the authorization, which costs less than
 * selecting only the first row.
 */
function authorizing(
  column: string,
  confirms: (statement: Statement<unknown>) => boolean,
): (statement: Statement<unknown>) => Statement<unknown> {
  const known = new WeakMap<Statement<unknown>, Statement<unknown>>()
  return (statement) => {
    const authorized = known.get(statement) ?? withAuthorization(statement, column, confirms(statement))
    known.set(statement, authorized)
    return authorized
  }
}

function withAuthorization(
  statement: Statement<unknown>,
  column: string,
  confirmed: boolean,
): Statement<unknown> {
  const parameters = [...statement.parameters, ...names.map((name) => sql.placeholder(name)), tenantParameter]
  const first = statement.parameters.length + 1
  const checked = `commonhold_authorize_caller(${names.map((_, at) => `$${first + at}`).join(', ')})`
  const authorization = confirmed ? `commonhold_confirm_tenant(${checked}, $${parameters.length})` : checked
  return {
    ...statement,
    text: `with entered as materialized (select ${authorization} as authorization) select ${column} as authorization, page.* from entered left join (select true as is_there, found.* from (${statement.text}) found) page on true`,
    parameters: confirmed ? parameters : parameters.slice(0, -1),
  }
}

export const authorizedRead = authorizing('entered.authorization', namesTenant)

/**
 * For a write, the result also contains the projects to which the permission is limited. For a read it does not, because each of
 * many rows would repeat many projects. The tenant is confirmed even if this statement does not name it, because later ones do.
 */
export const authorizedWrite = authorizing(
  "entered.authorization || ',' || coalesce(current_setting('app.project_ids', true), '')",
  () => true,
)

function authorizationOf(text: string): Authorization {
  const [, tenantId, projectId, isStale, ...projectIds] = text.split(',')
  return {
    tenantId: tenantId || null,
    projectId: projectId || null,
    projectIds: projectIds[0] ? projectIds : null,
    isStale: isStale === 't',
  }
}

let marks = 0

/**
 * Adds a mark to a statement that identifies its result. Without it, a connection that has lost synchronization could return
 * another caller's rows.
 */
export function withMark(entry: Entry, values: Record<string, unknown>) {
  marks = (marks + 1) % Number.MAX_SAFE_INTEGER
  const mark = String(marks)
  return {
    values: { ...values, ...argumentsOf(entry), 'enter.mark': mark },
    isAnsweredBy: (found: ValueRows) => leadingOf(found)?.[0].startsWith(`${mark},`) ?? false,
  }
}

/** The cast is safe: `withAuthorization` selects these columns first. */
const leadingOf = ([row]: ValueRows) => row as Leading | undefined

export const authorizationIn = (found: ValueRows) => authorizationOf(leadingOf(found)?.[0] ?? '')

/**
 * The rows of the read, in a type that the caller chooses. If the read found nothing, the join returns one empty row, which is
 * removed.
 */
export const rowsIn = <Row>(found: ValueRows): Row[] =>
  leadingOf(found)?.[1] ? (toObjects(found, LEADING) as Row[]) : []
