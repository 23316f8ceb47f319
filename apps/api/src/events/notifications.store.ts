import { type NotificationPreferences, notificationKinds } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { changedAt } from '../db/columns.ts'
import { sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Scope } from '../store/page-statements.ts'
import { Store } from '../store/store.ts'
import { seesIn } from '../store/store-rows.ts'
import { notificationPreferences, notifications } from './notifications.table.ts'

const ofIssue = (column: 'key' | 'title' | 'project_id') =>
  sql<
    string | null
  >`(select i.${sql.raw(column)} from issues i where i.tenant_id = notifications.tenant_id and i.id = notifications.issue_id)`

const ofAsset = (column: 'asset_tag' | 'name') =>
  sql<
    string | null
  >`(select s.${sql.raw(column)} from assets s where s.tenant_id = notifications.tenant_id and s.id = notifications.asset_id)`

/** The notifications of the caller whose issue or asset the caller may read. */
export const notificationStore = new Store({
  table: notifications,
  record: 'notification',
  kind: 'owned',
  readable: sql`notifications.user_id = current_setting('app.user_id', true)
    and case when notifications.issue_id is null then ${seesIn(['assets:read'], sql`null`)}
             else ${seesIn(['issues:read'], ofIssue('project_id'))} end
    and (not notifications.is_internal or ${seesIn(['issues:read_internal'], ofIssue('project_id'))})`,
  computed: {
    issue_key: ofIssue('key').as('issue_key'),
    issue_title: ofIssue('title').as('issue_title'),
    asset_tag: ofAsset('asset_tag').as('asset_tag'),
    asset_name: ofAsset('name').as('asset_name'),
  },
})

export const notificationPreferencesStore = new Store({
  table: notificationPreferences,
  record: 'notification_preferences',
  kind: 'global',
})

/** The defaults, which are also those of the columns. */
export const usualNotificationPreferences: NotificationPreferences = {
  assigned: 'at_once',
  approval_requested: 'at_once',
  mentioned: 'at_once',
  due: 'at_once',
  watched: 'daily',
  updated_at: null,
  version: 1,
}

const begin = sqlStatement<unknown>(
  sql`insert into notification_preferences (id) values (${sql.placeholder('id')}) on conflict do nothing`,
)

/** Inserts the row of a user's preferences unless it exists. */
export const beginNotificationPreferences = (tx: Transaction, userId: string) => tx.run(begin, { id: userId })

const usual = sql.join(
  notificationKinds.map(
    (kind) =>
      sql`when ${sql.raw(`'${kind}'`)} then coalesce(p.${sql.raw(kind)}, ${sql.raw(`'${usualNotificationPreferences[kind]}'`)})`,
  ),
  sql` `,
)

/** SQL: when a user with the preferences `p` gets a mail about a notification of the kind. */
export const mailTimeOf = (kind: string) => sql`case ${sql.raw(kind)} ${usual} end`

/** The id of the newest notification of the user of the request in the tenant; 26 zeros if there is none. */
export const newestNotification = sqlStatement<{ id: string }>(sql`
  select coalesce(max(id), repeat('0', 26)) as id from notifications
   where tenant_id = ${tenantId} and user_id = current_setting('app.user_id', true)`)

/** Restricts a list to the notifications after an id. They are committed in the order of their ids, see `notifyNext`. */
export const behindNotification = (id: string): Scope => ({
  name: 'behind',
  condition: sql`notifications.id > ${sql.placeholder('behind')}`,
  values: { behind: id },
})

const readAll = sqlStatement<{ id: string; version: number; read_at: string }>(sql`
  update notifications set read_at = now(), version = version + 1, updated_at = ${changedAt}
   where tenant_id = ${tenantId} and user_id = current_setting('app.user_id')
     and read_at is null returning id, version, read_at`)

/** Marks all unread notifications of the user of the request as read. */
export const readAllNotifications = (tx: Transaction) => tx.run(readAll)
