import type { Letter } from '../mail/letter.ts'
import { type AccountFacts, textsFor } from '../system/mail.texts.ts'
import { about, type ComposeKind, languageOf } from '../system/mails.service.ts'
import { type ListedNotification, unreadOf } from './notification-mails.repository.ts'

/** Composes a mail about notifications when it is due; null if all are read, or no longer readable by the user. */
export const composeNotification: ComposeKind = async (tx, mail, settings) => {
  const { tenant_id, user_id } = mail
  if (tenant_id === null || user_id === null) return null
  const locale = await languageOf(tx, mail)
  tx.selectTenant(tenant_id)
  const found = await unreadOf(tx, user_id, mail)
  return letterOf(found, locale, about(mail.recipient, settings))
}

function letterOf(
  found: readonly ListedNotification[],
  locale: string | null,
  account: AccountFacts,
): Letter | null {
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
