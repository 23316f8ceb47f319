import postgres from 'postgres'
import { parse as parseArray } from 'postgres-array'
import { socketOpener } from './socket.ts'
import { RUNTIME_ROLE } from './tenancy.ts'
import { NO_TENANT } from './tenant.ts'

/** How to reach the database as the role that serves requests. */
export interface DatabaseTarget {
  readonly url?: string | undefined
  readonly host?: string
  readonly port?: number
  readonly user?: string
  readonly password?: string
  readonly database?: string
  /** False behind a transaction pooler: no named statements, no settings that outlive a transaction. */
  readonly prepare: boolean
  /** True when the URL logs in as another role, which then switches to the runtime role in each transaction. */
  readonly assumeRole: boolean
}

/** Time limits of statements, lock waits and idle transactions, in the spelling in which PostgreSQL shows them. */
const limits = {
  statement_timeout: '2s',
  lock_timeout: '1500ms',
  idle_in_transaction_session_timeout: '5s',
}

/** Settings that every connection is opened with, besides its role. */
export const sessionSettings: Readonly<Record<string, string>> = { TimeZone: 'UTC', ...limits }

/**
 * The tenant settings of a connection until a request selects a tenant. The planner reads them when it plans a statement
 * that authorizes itself; a statement that ran before it was authorized would return no rows.
 */
export const tenancySettings = { 'app.tenant_id': NO_TENANT, 'app.tenants': '{}' }

/** One connection. Queries run in the order in which they are sent, several in one write to the socket. */
export interface TransactionConnection {
  readonly sql: postgres.Sql
  /** True once the connection was lost. */
  readonly isLost: boolean
}

/** A timestamp in UTC as PostgreSQL writes it: `2026-11-21 15:29:40.123456+00`, without trailing zeros of the fraction. */
const isoFromPostgres = (text: string) =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`

/** Converts PostgreSQL's text of a value to the JSON value of the contract, and back. */
const types = {
  timestamptz: { to: 1184, from: [1184], parse: isoFromPostgres, serialize: String },
  date: { to: 1082, from: [1082], parse: (text: string) => text, serialize: String },
  // Parameters arrive as text; the library's own serializer converts any text to false.
  boolean: { to: 16, from: [16], parse: (text: string) => text === 't', serialize: String },
  number: { to: 1700, from: [20, 1700], parse: Number, serialize: String },
  json: {
    to: 3802,
    from: [114, 3802],
    parse: (text: string): unknown => JSON.parse(text),
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  },
  // Arrays: `text[]` and `cidr[]`, `int[]`, `jsonb[]`. Arrays of other types are returned as PostgreSQL's text.
  texts: { to: 1009, from: [1009, 651], parse: (text: string) => parseArray(text), serialize: String },
  numbers: { to: 1007, from: [1007], parse: (text: string) => parseArray(text, Number), serialize: String },
  documents: {
    to: 3807,
    from: [3807],
    parse: (text: string) => parseArray<unknown>(text, (element) => JSON.parse(element)),
    serialize: String,
  },
}

/** Opens a client whose connections return values in the form of the contract. Each connects with its first query. */
export function openClient(
  target: DatabaseTarget,
  max: number,
  settings: Readonly<Record<string, string>> = {},
  onclose: () => void = () => {},
): postgres.Sql {
  const { url, prepare, assumeRole, ...address } = target
  const options = {
    ...address,
    max,
    prepare,
    types,
    // Otherwise each new connection first reads all array types, and no caller would get an error of that query.
    fetch_types: false,
    onclose,
    socket: socketOpener(),
    connect_timeout: 2,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
    connection: {
      application_name: 'commonhold',
      ...(prepare ? { ...sessionSettings, ...(assumeRole ? { role: RUNTIME_ROLE } : {}), ...settings } : {}),
    },
  }
  // postgres.js adds custom parsers to the type of the client. These only replace built-in parsers, so the plain type fits.
  return (url ? postgres(url, options) : postgres(options)) as unknown as postgres.Sql
}

/**
 * The SQL that each transaction runs first. Behind a transaction pooler it sets the role and the settings; otherwise it is empty,
 * because the connection has them.
 */
export function transactionSettings(target: DatabaseTarget): string {
  if (target.prepare) return ''
  const role = target.assumeRole ? `set local role ${RUNTIME_ROLE}; ` : ''
  return role + localSettings({ ...sessionSettings, ...tenancySettings })
}

/** Statements that set settings until the transaction ends. */
export const localSettings = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `set local ${name} = '${value}'`)
    .join('; ')

/** The first message of each transaction. */
export function transactionHead(target: DatabaseTarget): string {
  return `begin; ${transactionSettings(target)}`
}
