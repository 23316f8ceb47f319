import { type SQL, sql } from 'drizzle-orm'
import { sqlStatement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import type { DueMail } from '../mail/outbox.ts'
import type { NotificationEntry } from '../system/mail.texts.ts'
import { mailTimeOf, notificationStore } from './notifications.store.ts'

const at = sql.placeholder

/** The maximum number of notifications in a mail. */
const MOST = 50

/** A notification as a mail lists it. */
export interface ListedNotification extends Omit<NotificationEntry, 'link'> {
  readonly asset_id: string | null
  readonly tenant: string
  readonly slug: string
}

const actAs = sqlStatement<unknown>(
  sql`select set_config('app.user_id', ${at('user_id')}, true), set_config('app.scopes', '', true)`,
)

/** The chosen notifications that are unread, and readable by the user whom the transaction acts as. */
const unread = (chosen: SQL) =>
  sqlStatement<ListedNotification>(sql`
  select notifications.kind, coalesce(i.key, s.asset_tag) as key, coalesce(i.title, s.name) as title,
         case when s.id is null then 'issue' else 'asset' end as about, s.id as asset_id,
         notifications.actor_name as actor, t.name as tenant, t.slug
    from notifications
    join tenants t on t.id = notifications.tenant_id
    left join issues i on i.tenant_id = notifications.tenant_id and i.id = notifications.issue_id
    left join assets s on s.tenant_id = notifications.tenant_id and s.id = notifications.asset_id
    left join notification_preferences p on p.id = notifications.user_id
   where ${notificationStore.ofTenant()} and ${notificationStore.spec.readable ?? sql`false`}
     and notifications.read_at is null and ${chosen}
   order by notifications.id limit ${MOST}`)
const unreadOne = unread(sql`notifications.id = ${at('id')}`)
/** Notifications made since the daily mail was queued and before the next daily mail was. */
const unreadOfDay = unread(sql`${mailTimeOf('notifications.kind')} = 'daily'
     and exists (
       select from mail_outbox m
        where m.id = ${at('mail_id')} and m.created_at <= notifications.created_at and not exists (
          select from mail_outbox next
           where next.kind = m.kind and next.user_id = m.user_id and next.tenant_id = m.tenant_id
             and next.created_at > m.created_at and next.created_at <= notifications.created_at))`)

/** The notifications for a mail: unread ones that its user may still read. From here on the transaction acts as that user. */
export async function unreadOf(
  tx: Transaction,
  user_id: string,
  { id, kind, facts }: DueMail,
): Promise<readonly ListedNotification[]> {
  await tx.run(actAs, { user_id })
  return kind === 'notification_digest'
    ? tx.run(unreadOfDay, { mail_id: id })
    : tx.run(unreadOne, { id: facts.notification_id })
}
