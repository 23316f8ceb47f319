import { sql } from 'drizzle-orm'

/**
 * The name of the user of row `u` for other users, as SQL. Never the email address or the username, because not everybody
 * may read those.
 */
export const userLabelText =
  "coalesce(u.display_name, nullif(concat_ws(' ', u.first_name, u.last_name), ''), 'User ' || right(u.id, 6))"

export const userLabel = sql.raw(userLabelText)

/**
 * Earlier releases stored the email address or username for users without a display name. These may have changed since, so a
 * stored label is shown only if it cannot be one of them: usernames are lower case without spaces.
 */
const SIGN_IN_NAME = '@|^[a-z0-9][a-z0-9._-]{1,62}$'

const signInName = new RegExp(SIGN_IN_NAME)

/** True for a stored label that may be an email address or a username. */
export const mayBeSignInName = (label: string) => signInName.test(label)

/** Like `mayBeSignInName`, for a column, as SQL. */
export const mayBeSignInNameIn = (column: string) => sql.raw(`${column} ~ '${SIGN_IN_NAME}'`)
