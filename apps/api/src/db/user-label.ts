import { sql } from 'drizzle-orm'

/**
 * The name under which others see the user of the row `u`, as SQL: never the e-mail address or the username, which not
 * everybody may read.
 */
export const userLabelText =
  "coalesce(u.display_name, nullif(concat_ws(' ', u.first_name, u.last_name), ''), 'User ' || right(u.id, 6))"

export const userLabel = sql.raw(userLabelText)

/**
 * Earlier releases stored e-mail address or username for users without a display name. Those of a user may have changed
 * since, so a stored label is shown only where it cannot be either: usernames are in lower case, without spaces.
 */
const SIGN_IN_NAME = '@|^[a-z0-9][a-z0-9._-]{1,62}$'

const signInName = new RegExp(SIGN_IN_NAME)

/** True for a stored label that may be an e-mail address or a username. */
export const mayBeSignInName = (label: string) => signInName.test(label)

/** The same of a column, as SQL. */
export const mayBeSignInNameIn = (column: string) => sql.raw(`${column} ~ '${SIGN_IN_NAME}'`)
