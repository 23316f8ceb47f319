/** The page after a sign-in by default. */
export const HOME = '/dashboard'

const MAX_LENGTH = 2048
const SIGNED_OUT_PAGES = new Set(['/signin', '/signup', '/signout'])

const startsInside = (path: string) => /^\/(?![/\\])/.test(path)

function isPlain(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code <= 0x20 || code === 0x7f || character === '\\') return false
  }
  return true
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/**
 * Returns the path of `value` if it stays within this origin, otherwise `/dashboard`. Used to write `next` before the sign-in,
 * and to read it afterwards. The path is checked as given, as the URL parser normalizes it (`/.//host` becomes `//host`) and with
 * its escapes decoded, because a router may decode them too.
 */
export function internalPath(value: unknown, origin: string): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return HOME
  if (!startsInside(value) || !isPlain(value) || !URL.canParse(value, origin)) return HOME

  const url = new URL(value, origin)
  if (url.origin !== origin || url.username !== '' || url.password !== '') return HOME

  const path = decoded(url.pathname)
  if (path === undefined || !startsInside(url.pathname) || !startsInside(path) || !isPlain(path)) return HOME
  if (SIGNED_OUT_PAGES.has(path.toLowerCase().replace(/\/+$/, ''))) return HOME
  return url.pathname + url.search + url.hash
}
