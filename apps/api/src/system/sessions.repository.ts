import { sql } from 'drizzle-orm'
import { expectTenant } from '../auth/expected-tenant.ts'
import { newId } from '../base/ids.ts'
import { problem } from '../base/problem.ts'
import { sqlStatement } from '../db/statement.ts'
import { NO_TENANT, tenantAndRoot } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import { memberGrants } from './grants.repository.ts'
import { hashRefreshToken, newRefreshToken } from './refresh-token.rules.ts'

const at = sql.placeholder
const IDLE = sql.raw(`interval '14 days'`)
const ABSOLUTE = sql.raw(`interval '30 days'`)
const MOST_SESSIONS = 50

interface SessionRow {
  id: string
  user_id: string
  current_tenant_id: string | null
  refresh_seconds: number
  issued: number
}

/** Computed with the clock of the database, which all instances share. */
const LIFE = sql.raw(
  'extract(epoch from sessions.expires_at - now())::int as refresh_seconds, floor(extract(epoch from now()))::float8 as issued',
)

/**
 * The tenant that a new session starts in: the default tenant of the preferences, or else the tenant selected last, or else the
 * tenant with the longest membership. Only tenants that the user still belongs to and that are not archived count.
 */
const insertSession = sqlStatement<SessionRow>(sql`
  insert into sessions (id, user_id, expires_at, ends_at, ip_address, user_agent, refresh_hash, current_tenant_id)
  select ${at('id')}, users.id, now() + ${IDLE}, now() + ${ABSOLUTE}, ${at('ip_address')}, ${at('user_agent')}, ${at('refresh_hash')},
    (select m.tenant_id from ${memberGrants} and g.project_id = '' join tenants t on t.id = m.tenant_id and t.archived_at is null
      left join preferences p on p.id = m.user_id and p.default_tenant_id = m.tenant_id
      left join user_tenants chosen on chosen.user_id = m.user_id and chosen.tenant_id = m.tenant_id
      where m.user_id = users.id order by p.id, chosen.selected_at desc nulls last, m.member_since, m.tenant_id limit 1)
    from users where users.id = ${at('user_id')} and users.status = 'active' for share of users
  returning sessions.id, sessions.user_id, sessions.current_tenant_id, ${LIFE}`)

/** The default project of the preferences. `startProject` selects it only if it is visible in the session's tenant. */
const preferredProject = sqlStatement<{ project_id: string }>(sql`
  select p.default_project_id as project_id from sessions s
    join preferences p on p.id = s.user_id and p.default_project_id is not null
   where s.id = ${at('id')} and s.current_tenant_id is not null`)
const startProject = sqlStatement<unknown>(sql`
  update sessions set current_project_id = p.id from projects p
   where sessions.id = ${at('id')} and p.tenant_id in ${tenantAndRoot} and p.id = ${at('project_id')} and p.archived_at is null`)

const endOldest = sqlStatement<unknown>(sql`
  update sessions set revoked_at = now(), revoked_because = 'too_many_sessions'
   where id in (select id from sessions where user_id = ${at('user_id')} and revoked_at is null and expires_at > now()
                 order by created_at desc, id desc offset ${MOST_SESSIONS})`)

/**
 * A single statement, so that only one of several concurrent refreshes succeeds: a token is valid only while the row has its
 * hash.
 */
const rotate = sqlStatement<SessionRow>(sql`
  update sessions set refresh_hash = ${at('next_hash')}, last_used_at = now(), expires_at = least(now() + ${IDLE}, ends_at)
    from users
   where sessions.refresh_hash = ${at('refresh_hash')} and sessions.revoked_at is null and sessions.expires_at > now()
     and users.id = sessions.user_id and users.status = 'active'
  returning sessions.id, sessions.user_id, sessions.current_tenant_id, ${LIFE}`)

const touchSession = sqlStatement<unknown>(
  sql`insert into used_refresh_tokens (refresh_hash, session_id) values (${at('refresh_hash')}, ${at('session_id')})`,
)

const revokeReused = sqlStatement<{ id: string; user_id: string }>(sql`
  update sessions set revoked_at = now(), revoked_because = 'refresh_token_reused'
   where id = (select session_id from used_refresh_tokens where refresh_hash = ${at('refresh_hash')}) and revoked_at is null
  returning id, user_id`)

const revoke = sqlStatement<unknown>(sql`
  update sessions set revoked_at = now(), revoked_because = ${at('because')} where id = ${at('id')} and revoked_at is null`)

/** A session with its only valid refresh token. */
export interface OpenSession {
  readonly sessionId: string
  readonly userId: string
  readonly refreshToken: string
  readonly refreshSeconds: number
  /** When its tokens were issued, in seconds since 1970. */
  readonly issued: number
}

/** Starts a session. If the user then has more than 50 sessions, the oldest ones end. */
export async function startSession(
  tx: Transaction,
  userId: string,
  client: { source: string | null; userAgent: string | null },
): Promise<OpenSession> {
  const refreshToken = newRefreshToken()
  const id = newId()
  const [row, preferred] = await Promise.all([
    tx.first(insertSession, {
      id,
      user_id: userId,
      ip_address: client.source,
      user_agent: client.userAgent,
      refresh_hash: hashRefreshToken(refreshToken),
    }),
    tx.first(preferredProject, { id }),
    tx.run(endOldest, { user_id: userId }),
  ])
  // The account was deactivated while the password was hashed.
  if (!row) throw problem('invalid_credentials')
  // The sign-in is recorded in the tenant in which the session begins.
  if (row.current_tenant_id) tx.selectTenant(row.current_tenant_id)
  // COMMIT fails if this statement fails.
  if (preferred) void tx.run(startProject, { id, project_id: preferred.project_id })
  return openSession(row, refreshToken)
}

/** Exchanges a refresh token for a new one; undefined if it is not valid. */
export async function rotateSession(tx: Transaction, refreshHash: string): Promise<OpenSession | undefined> {
  const refreshToken = newRefreshToken()
  const row = await tx.first(rotate, { refresh_hash: refreshHash, next_hash: hashRefreshToken(refreshToken) })
  if (!row) return undefined
  // COMMIT fails if this statement fails.
  void tx.run(touchSession, { refresh_hash: refreshHash, session_id: row.id })
  return openSession(row, refreshToken)
}

function openSession(row: SessionRow, refreshToken: string): OpenSession {
  expectTenant(row.id, row.current_tenant_id ?? NO_TENANT)
  return {
    sessionId: row.id,
    userId: row.user_id,
    refreshToken,
    refreshSeconds: row.refresh_seconds,
    issued: row.issued,
  }
}

/** Ends the session of a reused refresh token; undefined if the token was never used, or the session has already ended. */
export function revokeReusedSession(tx: Transaction, refreshHash: string) {
  return tx.first(revokeReused, { refresh_hash: refreshHash })
}

/** Ends a session; its tokens are rejected from then on. */
export function revokeSession(tx: Transaction, id: string, because: string) {
  return tx.run(revoke, { id, because })
}

const end = sqlStatement<{ id: string }>(sql`
  update sessions set revoked_at = now(), revoked_because = ${at('because')}
   where user_id = ${at('user_id')} and id <> ${at('except')} and revoked_at is null and expires_at > now() returning id`)
const endOne = sqlStatement<{ id: string }>(sql`
  update sessions set revoked_at = now(), revoked_because = 'ended'
   where id = ${at('id')} and user_id = ${at('user_id')} and revoked_at is null and expires_at > now() returning id`)
const select = sqlStatement<{ before: string | null }>(sql`
  update sessions set current_tenant_id = ${at('tenant_id')}, current_project_id = (
    select p.id from projects p where p.tenant_id in ${tenantAndRoot} and p.id = sessions.current_project_id and p.archived_at is null)
    from (select id, current_tenant_id as before from sessions where id = ${at('id')} for update) old
   where sessions.id = old.id returning old.before`)
const saveSelection = sqlStatement<unknown>(sql`
  update user_tenants set selected_at = clock_timestamp()
   where user_id = (select user_id from sessions where id = ${at('id')}) and tenant_id = ${at('tenant_id')}`)
const selectInTenant = sqlStatement<{ before: string | null }>(sql`
  update sessions set current_project_id = ${at('project_id')}
    from (select id, current_project_id as before from sessions where id = ${at('id')} for update) old
   where sessions.id = old.id returning old.before`)

/** Ends all sessions of a user except `except`; returns the ids of the sessions that ended. */
export async function endSessions(
  tx: Transaction,
  userId: string,
  because: string,
  except = '',
): Promise<string[]> {
  return (await tx.run(end, { user_id: userId, because, except })).map(({ id }) => id)
}

/** Ends one session of a user; false when the user has no such session. */
export const endSession = async (tx: Transaction, userId: string, id: string): Promise<boolean> =>
  (await tx.first(endOne, { user_id: userId, id })) !== undefined

/**
 * Selects a tenant for the session and for the user's next sign-in; the transaction must have selected it already. The project
 * stays selected only if it is visible there. Returns the id of the former tenant.
 */
export async function selectSessionTenant(tx: Transaction, id: string, tenantId: string) {
  const selecting = tx.first(select, { id, tenant_id: tenantId })
  // COMMIT fails if this statement fails.
  void tx.run(saveSelection, { id, tenant_id: tenantId })
  return (await selecting)?.before ?? null
}

/** Selects a project for the session; returns the id of the former one. */
export const selectSessionProject = async (tx: Transaction, id: string, projectId: string | null) =>
  (await tx.first(selectInTenant, { id, project_id: projectId }))?.before ?? null
