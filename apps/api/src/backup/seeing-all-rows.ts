import { Refusal } from '../base/refusal.ts'
import type { Queries } from './stored-tables.ts'

/** Rejects with a `Refusal` if row level security hides rows from the current role: its counts would be too low. */
export async function assertSeesAllRows(sql: Queries, which: string): Promise<void> {
  const hidden = await sql<{ name: string; user: string }[]>`
    select c.relname as name, current_user::text as user from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and row_security_active(c.oid)
       and not exists (
         select from pg_policy p where p.polrelid = c.oid and p.polcmd in ('r', '*') and p.polpermissive
            and pg_get_expr(p.polqual, p.polrelid) = 'true'
            and (select oid from pg_roles where rolname = current_user) = any(p.polroles))
     order by 1`
  const [first] = hidden
  if (first)
    throw new Refusal(
      `${first.user} does not see all rows of the ${which} (${first.name}${hidden.length > 1 ? ` and ${hidden.length - 1} more tables` : ''}): run \`backup-role\`, which gives the backup role a policy for each table, or use a superuser`,
    )
}
