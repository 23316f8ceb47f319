import { type SQL, sql } from 'drizzle-orm'
import { sqlStatement } from '../db/statement.ts'
import type { Letter } from '../mail/letter.ts'
import { type AccountFacts, type NotificationEntry, textsFor } from '../system/mail-texts.ts'
import { about, type ComposeKind, languageOf } from '../system/mails.ts'
import { mailTimeOf, notificationStore } from './notifications.store.ts'

const at = sql.placeholder

/** Notifications that a mail lists. */
const MOST = 50

interface Found extends Omit<NotificationEntry, 'link'> {
  readonly asset_id: string | null
  readonly tenant: string
  readonly slug: string
}

const actAs = sqlStatement<unknown>(
  sql`select set_config('app.user_id', ${at('user_id')}, true), set_config('app.scopes', '', true)`,
)

/** What is unread of those notifications and may still be read: they are of the user that the transaction acts as. */
const unread = (chosen: SQL) =>
  sqlStatement<Found>(sql`
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
/** Those that came while the daily mail waited, and none that the next one has. */
const unreadOfDay = unread(sql`${mailTimeOf('notifications.kind')} = 'daily'
     and exists (
       select from mail_outbox m
        where m.id = ${at('mail_id')} and m.created_at <= notifications.created_at and not exists (
          select from mail_outbox next
           where next.kind = m.kind and next.user_id = m.user_id and next.tenant_id = m.tenant_id
             and next.created_at > m.created_at and next.created_at <= notifications.created_at))`)

/** Makes a mail about notifications when it is sent; none where all was read, or may not be read any more. */
export const composeNotification: ComposeKind = async (tx, mail, settings) => {
  const { tenant_id, user_id, facts } = mail
  if (tenant_id === null || user_id === null) return null
  const locale = await languageOf(tx, mail)
  await tx.selectTenant(tenant_id)
  await tx.run(actAs, { user_id })
  const found = await (mail.kind === 'notification_digest'
    ? tx.run(unreadOfDay, { mail_id: mail.id })
    : tx.run(unreadOne, { id: facts.notification_id }))
  return letterOf(found, locale, about(mail.recipient, settings))
}

function letterOf(found: readonly Found[], locale: string | null, account: AccountFacts): Letter | null {
  const [first] = found
  if (!first) return null
  const home = `${account.appUrl}/t/${first.slug}`
  return textsFor(locale).notification({
    ...account,
    tenant: first.tenant,
    unsubscribe: `${home}/account`,
    entries: found.map((one) => ({
      ...one,
      link: one.asset_id === null ? `${home}/issues/${one.key}` : `${home}/assets/${one.asset_id}`,
    })),
  })
}
