import type { Me } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import { userLabel } from '../db/user-label.ts'

type AccountNotice = NonNullable<Me['account_notice']>

const at = sql.placeholder

const save = sqlStatement<unknown>(sql`
  insert into account_notices as n (user_id, changed, changed_by)
  values (${at('user_id')}, ${at('changed')}::text[], current_setting('app.user_id'))
  on conflict (user_id) do update
    set changed = array(select distinct unnest(n.changed || excluded.changed) order by 1),
        changed_by = excluded.changed_by, changed_at = now()`)
const find = sqlStatement<AccountNotice>(sql`
  select n.changed, n.changed_at,
         json_build_object('id', n.changed_by, 'name', coalesce(${userLabel}, 'A former user')) as changed_by
    from account_notices n left join users u on u.id = n.changed_by where n.user_id = ${at('user_id')}`)
const remove = sqlStatement<{ changed: AccountNotice['changed'] }>(
  sql`delete from account_notices where user_id = ${at('user_id')} returning changed`,
)

/** Records which sign-in data the caller changed in another user's account, so that the user is notified. */
export const saveNotice = (tx: Transaction, userId: string, changed: AccountNotice['changed']) =>
  tx.run(save, { user_id: userId, changed })

/** The changes that other users made to the account and that its user has not acknowledged; null if there are none. */
export const noticeOf = async (reader: Reader, userId: string): Promise<AccountNotice | null> =>
  (await reader.first(find, { user_id: userId })) ?? null

/** Deletes the notice and returns the changed members; undefined if there was none. */
export const removeNotice = async (tx: Transaction, userId: string) =>
  (await tx.first(remove, { user_id: userId }))?.changed
