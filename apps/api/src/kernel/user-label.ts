import { sql } from 'drizzle-orm'

/**
 * The name under which others see the user of the row `u`, as SQL: never the e-mail address or the username, which not
 * everybody may read.
 */
export const userLabelText =
  "coalesce(u.display_name, nullif(concat_ws(' ', u.first_name, u.last_name), ''), 'User ' || right(u.id, 6))"

export const userLabel = sql.raw(userLabelText)
