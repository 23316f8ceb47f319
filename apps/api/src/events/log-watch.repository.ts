import { sql } from 'drizzle-orm'
import { sqlStatement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'

/**
 * The position after which a request waits: the transaction `of` and the entry `id` in the log, or the notification `id` of the
 * user `of`.
 */
export interface Place {
  readonly tenant: string
  readonly of: string
  readonly id: string
}

const at = sql.placeholder

const events = sqlStatement<{ places: number[] }>(sql`
  select commonhold_awaited_events(${at('tenants')}::text[], ${at('of')}::text[]::xid8[], ${at('ids')}::text[]) as places`)
const notifications = sqlStatement<{ places: number[] }>(sql`
  select commonhold_awaited_notifications(${at('tenants')}::text[], ${at('of')}::text[], ${at('ids')}::text[]) as places`)

const parametersOf = (places: readonly Place[]) => ({
  tenants: places.map(({ tenant }) => tenant),
  of: places.map((place) => place.of),
  ids: places.map(({ id }) => id),
})

/** The numbers (from 1) of the places after which the log has entries. */
export const awaitedEvents = async (tx: Transaction, places: readonly Place[]): Promise<readonly number[]> =>
  (await tx.first(events, parametersOf(places)))?.places ?? []

/** The numbers (from 1) of the places after which there are notifications. */
export const awaitedNotifications = async (
  tx: Transaction,
  places: readonly Place[],
): Promise<readonly number[]> => (await tx.first(notifications, parametersOf(places)))?.places ?? []
