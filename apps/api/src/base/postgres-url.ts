/** The error message for text that is not the URL of a PostgreSQL database. */
export const POSTGRES_URL_FORM =
  'must be a URL like postgres://user:password@host:5432/database, with each special character of the password as its percent code (%2F for /, %40 for @, %25 for %); for TLS add ?sslmode=verify-full (other modes do not verify the server, and are rejected), and name the file of a private certificate authority in NODE_EXTRA_CA_CERTS'

/** True for the URL of a PostgreSQL database. */
export const isPostgresUrl = (text: string): boolean => URL.canParse(text) && isComplete(new URL(text))

/** An unescaped slash in a password ends the host too early: the rest of the password, with the `@`, becomes part of the path. */
const isComplete = ({ protocol, username, password, pathname, hash, searchParams }: URL): boolean =>
  /^postgres(ql)?:$/.test(protocol) &&
  /^\/?[^/@]*$/.test(pathname) &&
  hash === '' &&
  [username, password, pathname].every(isDecodable) &&
  hasSafeTls(searchParams)

/**
 * The drivers of requests and of jobs read other modes differently: `require` encrypts in both, but only one verifies the
 * certificate. Neither reads certificates from files that a URL names.
 */
const hasSafeTls = (parameters: URLSearchParams): boolean =>
  ['verify-full', null].includes(parameters.get('sslmode')) &&
  !['ssl', 'sslrootcert', 'sslcert', 'sslkey'].some((name) => parameters.has(name))

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined
  } catch {
    return false
  }
}
