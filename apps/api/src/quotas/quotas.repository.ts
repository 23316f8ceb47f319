import { type Quota, type QuotaName, quotaNames, type RateQuota, ratePeriods } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import { type ProblemException, problem } from '../base/problem.ts'
import { type Reader, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Limits } from './limits.rules.ts'
import { recordCounts } from './record-counts.repository.ts'

const at = sql.placeholder

/** The start of the current hour or day of a rate; null for quotas of records. */
const sinceOf = (name: SQL): SQL => {
  const named = (period: 'hour' | 'day') =>
    Object.entries(ratePeriods).flatMap(([rate, of]) => (of.period === period ? [`'${rate}'`] : []))
  const start = (period: 'hour' | 'day') =>
    sql.raw(`date_trunc('${period}', now() at time zone 'UTC') at time zone 'UTC'`)
  return sql`case when ${name} in (${sql.raw(named('hour').join())}) then ${start('hour')}
                  when ${name} in (${sql.raw(named('day').join())}) then ${start('day')} end`
}

/** The limit of a row of `tenant_quotas`; null = none. */
const limitOf = (row: string, name: SQL): SQL =>
  sql`case when ${sql.raw(row)}.is_set then ${sql.raw(row)}.most else (${at('limits')}::jsonb ->> ${name})::bigint end`

/** True when the limit is reached. */
const isReached = (used: SQL, limit: SQL): SQL => sql`coalesce(${used} >= ${limit}, false)`

/** The columns of a quota, from `tenant_quotas q` and `names`. */
const shown = sql`
  n.name, ${limitOf('q', sql`n.name`)} as "limit", not coalesce(q.is_set, false) as is_default,
  case when q.since is not distinct from n.since then coalesce(q.used, 0) else 0 end as used, q.counted_at`

const names = sql`(
  select name, position, ${sinceOf(sql`name`)} as since
    from unnest(array[${sql.raw(quotaNames.map((name) => `'${name}'`).join())}]) with ordinality listed (name, position)) n`

interface QuotaRow {
  readonly name: QuotaName
  readonly limit: number | null
  readonly is_default: boolean
  readonly used: number
  readonly counted_at: string | null
}

const quotasOf = (tenant: SQL) =>
  sqlStatement<QuotaRow>(sql`
    select ${shown} from ${names} left join tenant_quotas q on q.tenant_id = ${tenant} and q.name = n.name order by n.position`)
const ofSelected = quotasOf(tenantId)
const ofAny = quotasOf(sql`${at('tenant')}`)

/** True for a quota of a rate, false for one of records. */
export const isRate = (name: QuotaName): name is RateQuota => name in ratePeriods

/** When the use of a rate is reset to 0: the next full hour or the next midnight, in UTC. */
export function resetOf(name: RateQuota, now: Date): Date {
  const next = new Date(now)
  if (ratePeriods[name].period === 'hour') next.setUTCHours(now.getUTCHours() + 1, 0, 0, 0)
  else next.setUTCHours(24, 0, 0, 0)
  return next
}

const quotaOf = ({ name, ...row }: QuotaRow, now: Date): Quota => ({
  name,
  ...(isRate(name)
    ? { ...ratePeriods[name], resets_at: resetOf(name, now).toISOString() }
    : { unit: 'records', period: null, resets_at: null }),
  ...row,
})

/** The quotas of the selected tenant. */
export const readQuotas = async (reader: Reader, limits: Limits, now: Date): Promise<Quota[]> =>
  (await reader.run(ofSelected, { limits: JSON.stringify(limits) })).map((row) => quotaOf(row, now))

/** The quotas of any tenant. */
export const readQuotasOf = async (
  reader: Reader,
  tenant: string,
  limits: Limits,
  now: Date,
): Promise<Quota[]> =>
  (await reader.run(ofAny, { tenant, limits: JSON.stringify(limits) })).map((row) => quotaOf(row, now))

/** One quota of any tenant. */
export async function readQuotaOf(
  reader: Reader,
  tenant: string,
  name: QuotaName,
  limits: Limits,
  now: Date,
): Promise<Quota> {
  const found = (await readQuotasOf(reader, tenant, limits, now)).find((quota) => quota.name === name)
  if (!found) throw new Error(`the quota ${name} was not read`)
  return found
}

const named = sqlStatement<{ id: string }>(
  sql`select id from tenants where id = upper(${at('tenant')}) or slug = lower(${at('tenant')})
       order by id = upper(${at('tenant')}) desc limit 1`,
)

/** The id of the tenant with this id or slug; throws `not_found` if there is none. */
export async function tenantNamed(reader: Reader, tenant: string): Promise<string> {
  const found = await reader.first(named, { tenant })
  if (!found) throw problem('not_found')
  return found.id
}

/** The plural noun for what a quota counts. */
const countedBy = (name: QuotaName) =>
  name === 'configuration' ? 'configuration records' : name.replaceAll('_', ' ')

/** The problem of a create in a tenant that has reached a quota of records. */
export const quotaExceeded = ({ name, limit }: Pick<QuotaUse, 'name' | 'limit'>): ProblemException =>
  problem(
    'quota_exceeded',
    { quota: name, limit },
    `The tenant has reached its limit of ${limit} ${countedBy(name)}. Delete some that are not needed, or ask the operator of the installation for a higher limit.`,
  )

const setting = sqlStatement<unknown>(sql`
  insert into tenant_quotas as q (tenant_id, name, is_set, most, is_reached)
  values (${at('tenant')}, ${at('name')}, true, ${at('most')}::bigint, ${isReached(sql`0`, sql`${at('most')}::bigint`)})
  on conflict (tenant_id, name) do update
    set is_set = true, most = excluded.most, is_reached = ${isReached(sql`q.used`, sql`excluded.most`)}`)
const resetting = sqlStatement<{ name: string }>(sql`
  update tenant_quotas q
     set is_set = false, most = null,
         is_reached = ${isReached(sql`q.used`, sql`(${at('limits')}::jsonb ->> q.name)::bigint`)}
   where tenant_id = ${at('tenant')} and name = ${at('name')} and is_set returning name`)

/** Sets the limit of a quota; null = none. */
export const setLimit = (tx: Transaction, tenant: string, name: QuotaName, most: number | null) =>
  tx.run(setting, { tenant, name, most })

/** Resets a quota to the limit of the installation; false if no other limit was set. */
export const resetLimit = async (
  tx: Transaction,
  tenant: string,
  name: QuotaName,
  limits: Limits,
): Promise<boolean> =>
  (await tx.first(resetting, { tenant, name, limits: JSON.stringify(limits) })) !== undefined

const adding = sqlStatement<unknown>(sql`
  insert into tenant_quotas as q (tenant_id, name, used, since, counted_at, is_reached)
  select u.tenant_id, u.name, u.used, ${sinceOf(sql`u.name`)}, now(), ${isReached(sql`u.used`, sql`(${at('limits')}::jsonb ->> u.name)::bigint`)}
    from jsonb_to_recordset(${at('uses')}::jsonb) u (tenant_id text, name text, used bigint)
   where exists (select from tenants t where t.id = u.tenant_id)
   order by u.tenant_id, u.name
  on conflict (tenant_id, name) do update
    set used = case when q.since = excluded.since then q.used else 0 end + excluded.used, since = excluded.since, counted_at = now(),
        reported_share = case when q.since = excluded.since then q.reported_share else 0 end,
        is_reached = ${isReached(
          sql`case when q.since = excluded.since then q.used else 0 end + excluded.used`,
          limitOf('q', sql`q.name`),
        )}`)
const reachedOrAdded = sqlStatement<QuotaUse>(sql`
  select q.tenant_id, q.name, ${limitOf('q', sql`q.name`)} as "limit", q.used
    from tenant_quotas q
   where q.is_reached and (q.since is null or q.since = ${sinceOf(sql`q.name`)})
  union
  select q.tenant_id, q.name, ${limitOf('q', sql`q.name`)}, q.used
    from jsonb_to_recordset(${at('uses')}::jsonb) u (tenant_id text, name text)
    join tenant_quotas q on q.tenant_id = u.tenant_id and q.name = u.name`)

/** The use of a rate since the last call of `addUses`. */
export interface Use {
  readonly tenant_id: string
  readonly name: RateQuota
  readonly used: number
}

/** How much of a quota a tenant has used. */
export interface QuotaUse {
  readonly tenant_id: string
  readonly name: QuotaName
  readonly limit: number | null
  readonly used: number
}

/** Adds the uses to the database. Returns the use of these quotas, and of all quotas that are used up. */
export async function addUses(tx: Transaction, uses: readonly Use[], limits: Limits): Promise<QuotaUse[]> {
  const values = { uses: JSON.stringify(uses), limits: JSON.stringify(limits) }
  if (uses.length > 0) void tx.run(adding, values)
  return tx.run(reachedOrAdded, values)
}

const dueTenants = sqlStatement<{ tenant_id: string }>(
  sql`select tenant_id from commonhold_tenants_to_count(${at('pause')}::int)`,
)
const counting = sqlStatement<unknown>(sql`
  insert into tenant_quotas as q (tenant_id, name, used, counted_at, is_reached)
  select ${tenantId}, c.name, c.used, now(), ${isReached(sql`c.used`, sql`(${at('limits')}::jsonb ->> c.name)::bigint`)}
    from (${recordCounts}) c
  on conflict (tenant_id, name) do update
    set used = excluded.used, counted_at = excluded.counted_at,
        is_reached = ${isReached(sql`excluded.used`, limitOf('q', sql`q.name`))}`)

/** The tenants with changes since they were counted, if that was more than `pause` seconds ago. */
export const tenantsToCount = async (tx: Transaction, pause: number): Promise<string[]> =>
  (await tx.run(dueTenants, { pause })).map(({ tenant_id }) => tenant_id)

/** Counts the records of the selected tenant. */
export const countRecords = (tx: Transaction, limits: Limits) =>
  tx.run(counting, { limits: JSON.stringify(limits) })

const applyingLimits = sqlStatement<unknown>(sql`
  update tenant_quotas q set is_reached = not q.is_reached
   where q.is_reached <> ${isReached(sql`q.used`, limitOf('q', sql`q.name`))}`)
const reporting = sqlStatement<NewShare>(sql`
  update tenant_quotas q set reported_share = s.share
    from (select tenant_id, name, reported_share as before, "limit", used,
                 case when used >= "limit" then 100 when used >= 0.8 * "limit" then 80 else 0 end as share
            from (select q.tenant_id, q.name, q.reported_share, ${limitOf('q', sql`q.name`)} as "limit",
                         case when q.since is null or q.since = ${sinceOf(sql`q.name`)} then q.used else 0 end as used
                    from tenant_quotas q) now_used) s
   where s.tenant_id = q.tenant_id and s.name = q.name and q.reported_share <> s.share
  returning q.tenant_id, q.name, s.share, s.before, s."limit", s.used`)

/** A quota whose used share differs from the one that was logged last. */
export interface NewShare extends QuotaUse {
  readonly share: 0 | 80 | 100
  readonly before: number
}

/** Applies changed limits of the installation, and returns the quotas whose used share has changed. */
export function newShares(tx: Transaction, limits: Limits): Promise<NewShare[]> {
  const values = { limits: JSON.stringify(limits) }
  void tx.run(applyingLimits, values)
  return tx.run(reporting, values)
}

const timeLimit = sqlStatement<unknown>(
  sql`select set_config('statement_timeout', ${at('milliseconds')}::text, true)`,
)

/** Sets the time limit of the following statements of the transaction. */
export const allowLongStatements = (tx: Transaction, milliseconds: number) =>
  tx.run(timeLimit, { milliseconds: String(milliseconds) })
