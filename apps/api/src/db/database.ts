import postgres from 'postgres'
import { RUNTIME_ROLE } from './tenancy.ts'

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
  /** True when the target logs in as another role, which then takes on the runtime role in each transaction. */
  readonly assumeRole: boolean
}

/** How long a statement, a lock and an idle transaction may take before PostgreSQL ends them; as PostgreSQL shows it. */
const limits = {
  statement_timeout: '2s',
  lock_timeout: '1500ms',
  idle_in_transaction_session_timeout: '5s',
}

/** What every connection is opened with, beside its role. */
export const sessionSettings: Readonly<Record<string, string>> = { TimeZone: 'UTC', ...limits }

/**
 * What the connections say of the tenant until a request enters one: planning a statement that admits itself looks at
 * these, and a statement that ran before it is admitted would see nothing.
 */
export const tenancySettings = { 'app.tenant_id': 'none', 'app.tenants': '{}' }

/** One connection. Queries on it run in the order in which they are sent, several in one write. */
export interface TransactionConnection {
  readonly sql: postgres.Sql
  /** True once the connection was lost. */
  readonly isLost: boolean
}

/** As PostgreSQL writes a moment in UTC: `2026-11-21 15:29:40.123456+00`, without trailing zeros of the fraction. */
const isoFromPostgres = (text: string) =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`

/** PostgreSQL's text of a value to the JSON value of the contract, and back. */
const types = {
  timestamptz: { to: 1184, from: [1184], parse: isoFromPostgres, serialize: String },
  date: { to: 1082, from: [1082], parse: (text: string) => text, serialize: String },
  // Parameters arrive as text; the library's own serializer takes any text for false.
  boolean: { to: 16, from: [16], parse: (text: string) => text === 't', serialize: String },
  number: { to: 1700, from: [20, 1700], parse: Number, serialize: String },
  json: {
    to: 3802,
    from: [114, 3802],
    parse: (text: string): unknown => JSON.parse(text),
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  },
}

/** Opens connections that speak the contract's values; the first query on each connects it. */
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
    onclose,
    connect_timeout: 2,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
    connection: {
      application_name: 'commonhold',
      ...(prepare ? { ...sessionSettings, ...(assumeRole ? { role: RUNTIME_ROLE } : {}), ...settings } : {}),
    },
  }
  // The library types custom parsers by the caller's own map; ours replace parsers of types that it knows.
  return (url ? postgres(url, options) : postgres(options)) as unknown as postgres.Sql
}

/** What each transaction needs first: behind a transaction pooler, role and limits; else the connection has them. */
export function transactionSettings(target: DatabaseTarget): string {
  if (target.prepare) return ''
  const role = target.assumeRole ? `set local role ${RUNTIME_ROLE}; ` : ''
  return role + localSettings({ ...sessionSettings, ...tenancySettings })
}

/** Statements that hold settings until the transaction ends. */
export const localSettings = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `set local ${name} = '${value}'`)
    .join('; ')

/** What opens each transaction, in one message. */
export function transactionHead(target: DatabaseTarget): string {
  return `begin; ${transactionSettings(target)}`
}
