/** The error message for text that is not the URL of a PostgreSQL database. */
export const POSTGRES_URL_FORM =
  'must be a URL like postgres://user:password@host:5432/database, with each special character of the password as its percent code (%2F for /, %40 for @, %25 for %)'

/** True for the URL of a PostgreSQL database. */
export const isPostgresUrl = (text: string): boolean => URL.canParse(text) && isComplete(new URL(text))

/** An unescaped slash in a password ends the host too early: the rest of the password, with the `@`, becomes part of the path. */
const isComplete = ({ protocol, username, password, pathname, hash }: URL): boolean =>
  /^postgres(ql)?:$/.test(protocol) &&
  /^\/?[^/@]*$/.test(pathname) &&
  hash === '' &&
  [username, password, pathname].every(isDecodable)

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined
  } catch {
    return false
  }
}
